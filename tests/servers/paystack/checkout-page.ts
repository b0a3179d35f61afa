import { inNaira } from "../../../app/gems/packages.ts";
import { type SandboxCheckout, sandboxFaultFields } from "../../../app/gems/sandbox/payment-sandbox.ts";

/** The payment page of the stand-in for Paystack: what the sandbox's page offers, on an origin of its own. */
export function checkoutPage({ reference, amountKobo, status, callbackUrl }: SandboxCheckout): string {
  const failed = status === "failed";
  const price = inNaira(amountKobo / 100);
  const over = status === "success" || status === "reversed";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${failed ? "Error: " : ""}Test payment · Photogem</title>
<link rel="icon" href="data:,">
<style>button, select, summary { min-height: 44px; margin: 8px; }</style>
</head>
<body>
<main>
<h1>Pay ${price}</h1>
<p>No money moves.</p>
${failed ? '<p role="alert" tabindex="-1" autofocus>The payment was declined. Try again, or cancel.</p>' : ""}
${over ? finished(status, callbackUrl) : choices(price)}
<p>Payment reference: <span>${reference}</span></p>
</main>
</body>
</html>`;
}

const finished = (status: SandboxCheckout["status"], callbackUrl: string) =>
  `<p>${status === "success" ? "This payment is already made." : "This payment was given back."}</p>
<p><a href="${callbackUrl.replaceAll("&", "&amp;")}">Back to the merchant</a></p>`;

const choices = (price: string) => `<form method="post">
<button name="button" value="pay">Pay ${price}</button>
<button name="button" value="decline">Decline</button>
<button name="button" value="leave-pending">Leave pending</button>
<button name="button" value="cancel">Cancel</button>
<details>
<summary>Let something go wrong</summary>
${Object.entries(sandboxFaultFields)
  .map(
    ([name, { label, options }]) =>
      `<p><label for="${name}">${label}</label> <select id="${name}" name="${name}">${selectable(options)}</select></p>`,
  )
  .join("\n")}
</details>
</form>`;

const selectable = (options: Record<string, string>) =>
  Object.entries(options)
    .map(([value, text]) => `<option value="${value}">${text}</option>`)
    .join("");
