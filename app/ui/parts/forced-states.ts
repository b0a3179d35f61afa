/** What a rule asks of the person, and the class that stands for it on the page with every part. */
const classes = { ":hover": ".is-hover", ":focus-visible": ".is-focus", ":active": ".is-active" };

/**
 * Makes hovered, focused and pressed parts visible all at once: each rule for such a state is added again for the class
 * that stands for it. The rules are the product's own, so what is seen is what a person sees.
 */
export function forceStates() {
  for (const sheet of [...document.styleSheets]) {
    if (sheet.ownerNode instanceof HTMLElement) addStates(sheet);
  }
}

function addStates(sheet: CSSStyleSheet | CSSGroupingRule) {
  for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = sheet.cssRules[at];
    if (rule instanceof CSSStyleRule) {
      const selector = Object.entries(classes).reduce(
        (text, [state, name]) => text.replaceAll(state, name),
        rule.selectorText,
      );
      if (selector !== rule.selectorText) sheet.insertRule(`${selector}{${rule.style.cssText}}`, at + 1);
    } else if (rule instanceof CSSGroupingRule) addStates(rule);
  }
}
