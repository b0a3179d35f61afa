/** Far above what any account form holds, far below what would fill the memory. */
const usualLimitBytes = 16 * 1024;

/**
 * The fields of a posted form without files.
 * @throws a Response for what no browser's form sends: 411 without a length, 413 above the limit, 400 when it is no form.
 */
export async function readSmallForm(request: Request, limitBytes = usualLimitBytes): Promise<FormData> {
  refuseLarge(request, limitBytes);
  try {
    return plainFields(await request.formData());
  } catch (error) {
    // Node's parser decodes a field's extended name (RFC 5987) without catching what cannot be decoded.
    if (error instanceof TypeError || error instanceof URIError)
      throw new Response(null, { status: 400, statusText: "Bad Request" });
    throw error;
  }
}

/** A posted body as text. @throws as readSmallForm does. */
export async function readSmallText(request: Request, limitBytes = usualLimitBytes): Promise<string> {
  refuseLarge(request, limitBytes);
  return request.text();
}

function refuseLarge(request: Request, limitBytes: number) {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (Number.isNaN(length)) throw new Response(null, { status: 411, statusText: "Length Required" });
  if (length > limitBytes) throw new Response(null, { status: 413, statusText: "Content Too Large" });
}

/**
 * Without the fields no form of ours has: Conform reads "email[4294967294]" as a path into a list that long, and
 * "__intent__" as a command.
 */
function plainFields(form: FormData): FormData {
  for (const name of new Set(form.keys())) if (!/^[A-Za-z][\w-]{0,39}$/.test(name)) form.delete(name);
  return form;
}
