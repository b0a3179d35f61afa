interface MailPage {
  title: string;
  brandName: string;
  paragraphs: string[];
  links: { label: string; url: string }[];
  small: string[];
}

/** One column, one button. Styles are inline, because many mail programs ignore stylesheets. */
export function mailHtml({ title, brandName, paragraphs, links, small }: MailPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${darkColours}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f8faf9;color:#131c18;font:16px/1.5 system-ui,sans-serif">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px 24px;background:#ffffff;border-radius:16px">
<p class="gem" style="margin:0 0 24px;font-weight:700;color:#0d6d4a">${escapeHtml(brandName)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join("\n")}
${links.map((link, place) => (place ? otherLink : button)(link)).join("\n")}
${small.map((text) => `<p class="quiet" style="margin:0 0 8px;font-size:14px;color:#49544f">${escapeHtml(text)}</p>`).join("\n")}
</div>
</body>
</html>
`;
}

const darkColours =
  "@media (prefers-color-scheme:dark){.page{background:#0c100e!important;color:#eef2f0!important}" +
  ".card{background:#151b18!important}.gem,.link{color:#73e1ae!important}.quiet{color:#b4bfb9!important}" +
  ".button{background:#73e1ae!important;color:#06291b!important}}";

/** Repeats the address below the button for programs that drop its link. */
function button({ label, url }: MailPage["links"][number]): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0"><a class="button" href="${address}" style="display:inline-block;padding:14px 24px;background:#0d6d4a;color:#ffffff;border-radius:12px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:0 0 24px;font-size:14px;color:#49544f;word-break:break-all">Or open this address: <a class="link" href="${address}" style="color:#0d6d4a">${address}</a></p>`;
}

function otherLink({ label, url }: MailPage["links"][number]): string {
  return `<p style="margin:0 0 24px"><a class="link" href="${escapeHtml(url)}" style="color:#0d6d4a">${escapeHtml(label)}</a></p>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
