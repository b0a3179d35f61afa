import { RecentActivity } from "../../gallery/dashboard/recent-activity.tsx";
import { EmptyGallery, NothingFound, NothingOlder } from "../../gallery/empty-gallery.tsx";
import { GalleryGrid, GalleryList } from "../../gallery/gallery-items.tsx";
import { SearchForm, ViewLinks } from "../../gallery/gallery-controls.tsx";
import { StatusLabel } from "../../gallery/status-label.tsx";
import { galleryPage, items, recent } from "./examples.ts";
import { Part } from "./part.tsx";

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
        <RecentActivity items={[]} />
      </Part>
      <Part title="Gallery">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SearchForm page={galleryPage} />
          <ViewLinks page={galleryPage} />
        </div>
        <GalleryGrid items={items} />
        <GalleryList items={items} />
        <EmptyGallery />
        <NothingFound page={{ ...galleryPage, search: "market" }} />
        <NothingOlder newest="/gallery" />
      </Part>
    </>
  );
}
