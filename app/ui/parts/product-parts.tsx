import { Artwork } from "../artwork/artwork.tsx";
import { MemberNavigation } from "../../account/frame/member-navigation.tsx";
import { VisitorNavigation } from "../../account/frame/visitor-navigation.tsx";
import { QuickActions } from "../../gallery/dashboard/shortcuts.tsx";
import { ToolTiles } from "../../gallery/dashboard/photo-first.tsx";
import { usePhotoSending } from "../../gallery/dashboard/use-photo-sending.ts";
import { PackageCards } from "../../gems/package-cards.tsx";
import { PaymentFaq } from "../../gems/payment-faq.tsx";
import { HistoryTab } from "../../account/settings/history-tab.tsx";
import { SettingsFrame } from "../../account/settings/settings-frame.tsx";
import { LinkField } from "../../sharing/share-controls.tsx";
import { FailureNotice } from "../../tools/runs/failure-notice.tsx";
import { GemBalance } from "../../tools/wizard/gem-balance.tsx";
import { surpriseMe } from "../../tools/surprise-me/surprise-me.ts";
import { UploadState } from "../../tools/wizard/photo-panel.tsx";
import { ToolSteps } from "../../tools/wizard/step-list.tsx";
import { DeleteLink } from "../../transformations/delete-link.tsx";
import { DeleteQuestion } from "../../transformations/delete-question.tsx";
import { Compare } from "../compare.tsx";
import { Footer } from "../footer.tsx";
import { ToastRegion } from "../toasts/toast.tsx";
import { ErrorPage, NotFound } from "../error-pages/error-pages.tsx";
import { galleryPage, item, items, member, recent, toasts, transactions } from "./examples.ts";
import { Part, State } from "./foundation-parts.tsx";
import { RecentActivity } from "../../gallery/dashboard/recent-activity.tsx";
import { EmptyGallery, NothingFound, NothingOlder } from "../../gallery/empty-gallery.tsx";
import { GalleryItems } from "../../gallery/gallery-items.tsx";
import { SearchForm, ViewLinks } from "../../gallery/gallery-controls.tsx";
import { StatusLabel } from "../../gallery/item-parts.tsx";

export function ProductParts() {
  const sending = usePhotoSending();
  return (
    <>
      <Part title="Navigation">
        <VisitorNavigation anchors />
        <VisitorNavigation anchors={false} unknown />
        <MemberNavigation member={member} documentLinks />
        <Footer social />
      </Part>
      <Part title="Before and after">
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-16">
          <Compare
            className="aspect-[4/5]"
            labels={{ before: "Original", after: "Result" }}
            before={<Artwork name="hero-enhance" half="before" alt="A dim photo" sizes="30rem" />}
            after={<Artwork name="hero-enhance" half="after" alt="A bright photo" sizes="30rem" />}
          />
          <div className="photo-half photo aspect-[3/2]">
            <Artwork name="desert" alt="" sizes="20rem" />
          </div>
        </div>
        <ToolTiles draft={null} idPhotos generative={false} sending={sending} />
        <QuickActions />
      </Part>
      <Part title="Uploading">
        <UploadState photo={null} upload={{ phase: "shrinking", ...chosen }} />
        <UploadState photo={null} upload={{ phase: "sending", share: 0.4, ...chosen }} />
        <UploadState photo={null} upload={{ phase: "waiting", ...chosen }} />
        <UploadState photo={null} upload={{ phase: "arrived", ...chosen }} />
        <ToolSteps tool={surpriseMe} retainsOriginals={false} />
        {[0, 65, 100].map((percent) => (
          <progress key={percent} className="progress-bar" max="100" value={percent} aria-label={`${percent} %`} />
        ))}
        <FailureNotice
          title="Enhancement failed"
          text="We could not use this photo. Please try another one."
          neededNothing={false}
        />
        <FailureNotice
          title="Nothing to enhance"
          text="This photo is already well lit. Nothing was charged."
          neededNothing
        />
      </Part>
      <Part title="Gems">
        <GemBalance gems={2} buyFor="/surprise-me" />
        <GemBalance gems={0} buyFor="/surprise-me" />
        <PackageCards
          heading="h3"
          action={({ name }, look) => (
            <button type="button" className={look}>
              Get {name}
            </button>
          )}
        />
        <PaymentFaq />
      </Part>
      <Part title="Tabs and table">
        <SettingsFrame tab="history">
          <HistoryTab rows={transactions} before="2" next="3" />
        </SettingsFrame>
        <HistoryTab rows={[]} before={null} next={null} />
      </Part>
      <Part title="Messages">
        <div className="relative min-h-[15rem] [transform:translateZ(0)] overflow-hidden rounded-sm [border:1px_dashed_var(--color-line-strong)]">
          <ToastRegion toasts={toasts} />
        </div>
        <p>Choose a banner and look at the edge of the window.</p>
        <div className="flex flex-wrap items-center gap-3">
          {(["offline", "online"] as const).map((event) => (
            <button key={event} type="button" className="btn-secondary" onClick={() => dispatchEvent(new Event(event))}>
              {event}
            </button>
          ))}
        </div>
        <LinkField url="https://photogem.example/s/0f8fad5bd9cb469fa16570867728950e" />
      </Part>
      <Part title="Dialogs">
        <dialog open className="static dialog m-0 w-full max-w-[30rem]" aria-labelledby="static-title">
          <div className="grid grid-cols-1 gap-6">
            <DeleteQuestion of={item} heading={<h3 id="static-title">Delete this transformation?</h3>} />
            <div className="flex flex-wrap justify-end gap-3 [&>*]:flex-[1_1_7.5rem]">
              <button type="button" className="btn-secondary">
                Cancel
              </button>
              <button type="button" className="btn-danger">
                Delete
              </button>
            </div>
          </div>
        </dialog>
        <State name="opens it">
          <DeleteLink of={item} next="/development/parts" className="btn-secondary">
            Delete
          </DeleteLink>
        </State>
      </Part>
      <Part title="Notices">
        <NotFound supportEmail={support} signedIn={false} hydrated />
        <ErrorPage supportEmail={support} requestId="0f8fad5b" what="ours" signedIn />
        <ErrorPage supportEmail={support} requestId={null} what="offline" />
      </Part>
    </>
  );
}

const support = "support@photogem.example";
const chosen = { name: "market-day.jpg", src: "" };

export function GalleryParts() {
  return (
    <>
      <Part title="Status labels">
        <div className="flex flex-wrap items-center gap-3">
          <StatusLabel status="processing" progress={65} />
          <StatusLabel status="completed" />
          <StatusLabel status="failed" />
        </div>
      </Part>
      <Part title="Recent activity">
        <RecentActivity items={recent} />
      </Part>
      <Part title="Gallery">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SearchForm page={galleryPage} />
          <ViewLinks page={galleryPage} />
        </div>
        <GalleryItems items={items} view="grid" selecting={false} dayAbove={null} first={false} />
        <GalleryItems items={items} view="grid" selecting dayAbove={null} first={false} />
        <GalleryItems items={items} view="list" selecting={false} dayAbove={null} first={false} />
        <EmptyGallery />
        <NothingFound page={{ ...galleryPage, search: "market" }} />
        <NothingOlder newest="/gallery" />
      </Part>
    </>
  );
}
