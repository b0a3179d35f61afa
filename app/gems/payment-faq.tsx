import { Icon } from "../ui/icon.tsx";

export function PaymentFaq() {
  return (
    <div className="grid grid-cols-1 gap-10 pt-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-16">
      <section className="faq" aria-labelledby="questions">
        <h2 id="questions">Questions</h2>
        {questions.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </section>
      <section className="grid grid-cols-1 gap-4" aria-labelledby="payment-methods">
        <h2 id="payment-methods">Payment methods</h2>
        <p className="text-ink-2">
          Card, bank transfer or USSD, on Paystack's secure page. We never see your card details.
        </p>
        <ul className="ticks">
          {assurances.map((assurance) => (
            <li key={assurance}>
              <Icon name="check" />
              {assurance}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const questions = [
  { question: "Do gems expire?", answer: "No. Gems never expire. Use them today or next year." },
  { question: "What if I am not happy?", answer: "We offer a 30-day money-back guarantee on every package." },
  {
    question: "Which currencies can I use?",
    answer:
      "We support NGN and USD. Your currency is detected automatically and you can switch by hand. Payment is processed in Naira.",
  },
];

const assurances = [
  "Gems arrive as soon as the payment is confirmed",
  "Nothing is charged twice, even if you lose connection",
];
