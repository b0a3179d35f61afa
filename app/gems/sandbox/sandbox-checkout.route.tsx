import { data, redirect } from "react-router";
import { refuseProxied } from "../../server/http/refused-requests.server.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { brand } from "../../brand.ts";
import type { PageHandle } from "../../document.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { inNaira } from "../packages.ts";
import { sandboxButtons, type SandboxCheckout, chosenFaults, sandboxFaultFields } from "./payment-sandbox.ts";
import { sandboxContext } from "../payment-provider.ts";
import { siteContext } from "../../server/http/site.ts";
import type { Route } from "./+types/sandbox-checkout.route";

export const handle: PageHandle = { frame: "bare" };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const sandbox = context.get(sandboxContext);
  const { allowsEmbedded } = context.get(siteContext);
  refuseProxied(request, allowsEmbedded);
  const checkout = await sandbox?.checkout(params.accessCode);
  if (!checkout) throw data(null, { status: 404 });
  return checkout;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const sandbox = context.get(sandboxContext);
  const { allowsEmbedded } = context.get(siteContext);
  if (!sandbox) throw data(null, { status: 404 });
  refuseProxied(request, allowsEmbedded);
  const form = await readSmallForm(request);
  const button = sandboxButtons.find((name) => name === form.get("button"));
  if (!button) throw data(null, { status: 400 });
  const next = await sandbox.act(params.accessCode, { button, faults: chosenFaults(form) });
  if (!next) throw data(null, { status: 404 });
  return redirect(next, 303);
}

export default function SandboxCheckoutPage({ loaderData: checkout }: Route.ComponentProps) {
  const over = ["success", "reversal-pending", "reversed"].includes(checkout.status);
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter">
      <PageTitle failed={checkout.status === "failed"}>Test payment</PageTitle>
      <div className="notice">
        <div className="grid grid-cols-1 gap-4">
          <p>
            <span className="tag bg-warn-soft text-warn">
              <Icon name="warning" className="size-[1rem]" />
              Test payment
            </span>
          </p>
          <h1>
            Pay {inNaira(checkout.amountKobo / 100)} to {brand.name}
          </h1>
          <p className="max-w-measure text-lg text-ink-2">
            No money moves. This page stands in for Paystack while {brand.name} runs without a payment account.
          </p>
        </div>
        {checkout.status === "failed" ? (
          <p
            className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger"
            id="declined"
            role="group"
            tabIndex={-1}
            aria-labelledby="declined"
            data-focus-first
          >
            <Icon name="warning" />
            The payment was declined. Try again, or cancel.
          </p>
        ) : null}
        {over ? <Finished checkout={checkout} /> : <Choices checkout={checkout} />}
        <p className="text-sm text-ink-2">
          Payment reference: <span className="tabular-nums">{checkout.reference}</span>
        </p>
      </div>
    </main>
  );
}

function Finished({ checkout }: { checkout: SandboxCheckout }) {
  return (
    <>
      <p>
        {checkout.status === "success"
          ? "This payment is already made."
          : checkout.status === "reversed"
            ? "This payment was refunded."
            : "A refund of this payment is on its way."}
      </p>
      <p>
        <a className="btn-primary" href={checkout.callbackUrl}>
          Back to {brand.name}
        </a>
      </p>
    </>
  );
}

function Choices({ checkout }: { checkout: SandboxCheckout }) {
  return (
    <form method="post" className="grid grid-cols-1 gap-4">
      <button type="submit" className="btn-lg w-full btn-primary" name="button" value="pay">
        Pay {inNaira(checkout.amountKobo / 100)}
      </button>
      <div className="button-pair">
        <button type="submit" className="btn-secondary" name="button" value="decline">
          Decline
        </button>
        <button type="submit" className="btn-secondary" name="button" value="leave-pending">
          Leave pending
        </button>
        <button type="submit" className="btn-secondary" name="button" value="cancel">
          Cancel
        </button>
      </div>
      <div className="faq">
        <details>
          <summary>Let something go wrong</summary>
          <div className="mb-6 grid grid-cols-1 gap-4">
            <SandboxFaultFields />
          </div>
        </details>
      </div>
    </form>
  );
}

function SandboxFaultFields() {
  return Object.entries(sandboxFaultFields).map(([name, { label, options }]) => (
    <div className="field" key={name}>
      <label className="text-sm font-strong" htmlFor={name}>
        {label}
      </label>
      <select className="input" id={name} name={name}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  ));
}
