export function closeMenus() {
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
  document.addEventListener("focusin", ({ target }) => closeAllBut(target));
  document.addEventListener("click", ({ target }) => {
    const followed = target instanceof Element && target.closest("[data-menu] a");
    closeAllBut(followed ? null : target);
  });
}

function closeAllBut(place: EventTarget | null) {
  for (const menu of openMenus()) {
    if (!(place instanceof Node && menu.contains(place))) menu.open = false;
  }
}

function openMenus(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]");
}
