import { brand } from "../../brand.ts";
import type { PageHandle } from "../../document.ts";
import { siteContext } from "../../server/http/site.ts";
import { requestingContext } from "../../transformations/requesting/requesting.ts";
import type { Route } from "./+types/privacy.route";
import { PageDescription } from "../../ui/page-head.tsx";
import { promises, textsChanged } from "./promises.ts";

export const handle: PageHandle = { sameForVisitors: true };

export function loader({ context }: Route.LoaderArgs) {
  const { appUrl, supportEmail } = context.get(siteContext);
  const { engine } = context.get(requestingContext);
  return { appUrl, supportEmail, model: engine.model };
}

const title = `Privacy Policy · ${brand.name}`;
const description = `What ${brand.name} stores, for how long, who processes it, and how to get or delete it.`;

export default function Privacy({ loaderData: { appUrl, supportEmail, model } }: Route.ComponentProps) {
  const support = <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <title>{title}</title>
      <PageDescription appUrl={appUrl} path="/privacy" title={title} description={description} />
      <div className="prose">
        <h1>Privacy Policy</h1>
        <p className="max-w-measure text-lg text-ink-2">
          Your photos are private. Here is what we keep, for how long, and how you get a copy or delete it.
        </p>
        <p className="text-sm text-ink-2">Last changed: {textsChanged}</p>

        <h2>What we store</h2>
        <ul>
          <li>
            <b>Your account:</b> name, email address and a one-way hash of your password. We never know the password
            itself.
          </li>
          <li>
            <b>Your photos:</b> each upload, at up to {promises.longestSide} pixels on the longer side. Location, camera
            data and everything else in the file’s EXIF and GPS fields are removed before it is stored. We also store a
            fingerprint that recognises the same photo, and notes about its quality, such as that it is dark.
          </li>
          <li>
            <b>Your results,</b> with what you chose for them and when, when an original was deleted, and to which
            outside AI, if any, your photos were sent. Their files carry a mark that says that AI or software made them;
            your originals carry none.
          </li>
          <li>
            <b>Your gems:</b> every gem received, bought, used or returned. For a purchase also the package, its price
            and the payment’s reference, and where our server can send mail, a receipt is mailed to you. We never see
            your card.
          </li>
          <li>
            <b>Your choice of emails:</b> we email you when a transformation took longer than a minute and you had left
            the page, unless you turn that off in your settings. To know that you left, we note when your page last
            asked for its progress.
          </li>
          <li>
            <b>How many transformations you started today,</b> to give everyone a fair daily limit.
          </li>
          <li>
            <b>Your presets:</b> the choices of a result and the words you wrote for it, under the name you gave them,
            until you delete them. They do not include the photo.
          </li>
          <li>
            <b>Your shared links,</b> and whether they show the original too.
          </li>
          <li>
            <b>A short log:</b> one line per request with the time, the page and whether it worked. It holds no email
            address, no cookie, no network address and nothing that you typed.
          </li>
          <li>
            <b>Counters against guessing and abuse:</b> how often something was just tried from an email address, a
            network address or an account, under codes from which the address cannot be read. They are deleted once that
            time is over.
          </li>
        </ul>

        <h2>For how long</h2>
        <ul>
          <li id="try">
            A photo that you try before joining is deleted after{" "}
            {promises.tryoutHours === 1 ? "one hour" : `${promises.tryoutHours} hours`}, or at once when you ask for it.
            If you create an account to keep it, it waits up to {promises.claimedTryoutHours} hours for you to confirm
            your email address, and is then a photo of your account. Our own server enhances it; no outside AI receives
            it. Only your browser can show it.
          </li>
          <li>
            Photos you upload but never use, and unfinished drafts, are removed after {promises.unusedPhotoHours} hours.
          </li>
          <li>
            We delete your original photo {promises.originalDays} days after you last used it, unless you choose in the
            settings to keep your originals.
          </li>
          <li>
            Your results, and originals that you keep, stay until you delete them in the gallery, or your account.
            Deleted data is removed at once; if the photo store does not answer, we try again until it is.
          </li>
          <li>
            We keep gem records, because they are part of our accounts. When you delete your account they are no longer
            linked to you.
          </li>
          <li>
            If you report a shared picture, we keep what you write, and your address if you leave one, for{" "}
            {promises.reportDays} days at most, to decide about it and answer you.
          </li>
          <li>
            One thing outlives the account: a keyed hash of your email address, so that the {promises.welcomeGems}{" "}
            welcome gems are given once per person. The address cannot be read from it, and we use it for nothing else.
          </li>
        </ul>

        <h2>Who can see your photos</h2>
        <p>
          Only you, signed in. Nobody else can open a picture by its address. If you make a share link, anyone with the
          link sees that result, and the original only if you allowed it, until you revoke the link. Our staff look at a
          photo only if you ask us to. We do not sell data, show advertisements, or train AI models with your photos.
        </p>

        <h2>Who processes it</h2>
        <p>
          {model
            ? `Results are made by an AI of ${model.company}, which is sent your photo and keeps it for at most ${model.retentionDays} days.`
            : "Results are made by AI on our own server. We send your photo to no one else for that."}{" "}
          These companies run parts of the service for us and get only what their part needs:
        </p>
        <ul>
          {processors.map(({ name, part }) => (
            <li key={name}>
              <b>{name}:</b> {part}
            </li>
          ))}
        </ul>
        <p>
          Before your first photo goes to an AI outside our server, the tool tells you which company it is and how long
          it keeps the photo. No page of ours loads anything from another site.
        </p>

        <h2>Where you are</h2>
        <p>
          To show prices in your currency, our server looks up the country of your network address and stores neither.
          It may ask a geolocation service instead, as listed above. Your own choice comes first.
        </p>

        <h2>Cookies</h2>
        <p>Only those the site needs. We do not track you, here or elsewhere, so there is no cookie banner.</p>
        <ul>
          <li>One keeps you signed in, until you sign out or it expires.</li>
          <li>
            Short-lived ones carry a message such as “Signed in”, or the email address you have just typed, to the next
            page.
          </li>
          <li>One finds the photo that you try before joining, for two hours, once you send the photo.</li>
          <li>
            Others remember your time zone, your currency, how you like the gallery, that your browser has our
            stylesheet and that you signed in on this device before, for up to a year.
          </li>
        </ul>

        <h2>What stays on your device</h2>
        <p>So that the app opens without a connection, your browser keeps some things itself. Nobody else gets them.</p>
        <ul>
          <li>The app’s own files, which are the same for everyone.</li>
          <li>
            Small versions of the last {promises.offlinePictures} pictures of your gallery, until you sign out. After{" "}
            {promises.offlinePictureDays} days without a visit they are no longer shown.
          </li>
          <li>
            What you sent without a connection (a new name, a deletion, giving a result back, your display name, the
            choices of a transformation), until it is sent, for {promises.offlineFormHours} hours at most. Never a
            password or a payment.
          </li>
          <li>
            A photo that you gave us from another app, until it is used, for{" "}
            {promises.sharedPhotoHours === 1 ? "an hour" : `${promises.sharedPhotoHours} hours`} at most.
          </li>
          <li>Whether the app is installed, or when you closed the offer to install it.</li>
        </ul>

        <h2>Your data, your choice</h2>
        <p>
          In the settings you can download all that we hold about you, and delete your account; in the gallery you can
          rename and delete what you made. For everything else, write to {support} from your account’s address. You can
          also complain to the data protection authority of your country.
        </p>
      </div>
    </main>
  );
}

const processors: readonly { name: string; part: string }[] = [
  { name: "Supabase", part: "keeps the accounts and the database, and sends the emails about your account." },
  {
    name: "A mail service",
    part: "delivers our other emails to you: your address, and the receipt, or that something is done, with the photo’s name, the tool and, if it failed, the reason.",
  },
  { name: "Cloudinary", part: "stores your photos and results. You still get them from our own server." },
  { name: "Google Gemini", part: "receives the photo and your choices, and makes the result." },
  {
    name: "Paystack",
    part: "takes the payment: your email address, the package and its price. Your card goes to them alone.",
  },
  {
    name: "A geolocation service",
    part: "receives your network, not your whole address, and answers with the country, which decides the currency shown.",
  },
];
