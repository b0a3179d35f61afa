import { type StoredPicture, offlinePicturesForMs, pictureListPath, privatePrefix } from "../worker-messages.ts";

showPictures().catch(() => {});
if (location.pathname !== "/offline") addEventListener("online", () => location.reload());

async function showPictures() {
  const main = document.querySelector("[data-offline-page]");
  const name = (await caches.keys()).find((each) => each.startsWith(privatePrefix));
  const list = name && (await (await caches.open(name)).match(pictureListPath));
  if (!main || !list || Date.now() - Number(list.headers.get("X-Kept-At")) > offlinePicturesForMs) return;
  const pictures = (await list.json()) as StoredPicture[];
  if (!pictures.length) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
  const section = make("section", "last-pictures");
  const grid = make("ul", "last-grid");
  grid.append(...pictures.map(tile));
  section.append(make("h2", "", "Your last pictures"), grid);
  main.append(section);
}

function tile({ src, name, facts }: StoredPicture) {
  const item = make("li", "last-tile");
  const photo = make("div", "photo aspect-square");
  const image = make("img", "");
  image.alt = "";
  image.src = src;
  photo.append(image);
  const title = make("b", "clip", name);
  title.dir = "auto";
  item.append(photo, title, make("span", "text-xs text-ink-2 tabular-nums", facts.split(" · ")[0]));
  return item;
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

const rules = `
.notice:has(+.last-pictures){margin-inline:0;padding-bottom:var(--spacing-10)}
.last-pictures{display:grid;gap:var(--spacing-5);padding-bottom:var(--spacing-16)}
.last-grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(9rem,100%),1fr));gap:var(--spacing-5) var(--spacing-4);list-style:none;margin:0;padding:0}
.last-tile{display:grid;align-content:start;gap:0.25rem;min-width:0}
.last-tile .clip{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.last-tile .photo{margin-bottom:0.5rem}
.last-tile img{width:100%;height:100%;object-fit:cover}
`;
