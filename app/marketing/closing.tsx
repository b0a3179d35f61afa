import { BrandMark } from "../ui/brand-mark.tsx";
import { promises } from "./legal/promises.ts";

export function Closing() {
  return (
    <section className="mx-auto w-full max-w-page px-gutter pb-section">
      <div className="closing">
        <BrandMark />
        <h2>Your first two are on us</h2>
        <p>{`Make an account, verify your email address and claim ${promises.welcomeGems} free gems. No card needed.`}</p>
        <a className="btn btn-lg" href="/register">
          Get Started
        </a>
      </div>
    </section>
  );
}
