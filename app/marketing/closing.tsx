import { BrandMark } from "../ui/brand-mark.tsx";
import { promises } from "./legal/promises.ts";

export function Closing() {
  return (
    <section className="mx-auto w-full max-w-page px-gutter pb-section">
      <div className="relative isolate grid grid-cols-1 gap-5 overflow-hidden rounded-[1.75rem] bg-[#0c1f18] p-[clamp(2rem,1rem+5vw,5rem)] text-[#f3f8f5] [&_:focus-visible]:[outline-color:#fff]">
        <BrandMark className="mb-2 w-[3rem] min-[52rem]:absolute min-[52rem]:-top-[15%] min-[52rem]:-right-[2%] min-[52rem]:-z-1 min-[52rem]:mb-0 min-[52rem]:h-[130%] min-[52rem]:w-auto min-[52rem]:text-[#1a372c]" />
        <h2 className="text-3xl tracking-[-0.03em]">Your first two are on us</h2>
        <p className="max-w-[32rem] text-[#c3d3cb]">{`Make an account, verify your email address and claim ${promises.welcomeGems} free gems. No card needed.`}</p>
        <a className="btn btn-lg justify-self-start [--b:#5fe3b6] [--f:#082018] hover:[--b:#8af0cd]" href="/register">
          Get Started
        </a>
      </div>
    </section>
  );
}
