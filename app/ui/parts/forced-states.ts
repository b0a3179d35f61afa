const classes = { ":hover": ".is-hover", ":focus-visible": ".is-focus", ":active": ".is-active" };

/**
 * Copies each :hover, :focus-visible and :active rule to a class, so that the parts page can show
 * these states at once.
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
