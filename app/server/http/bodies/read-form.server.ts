const usualLimitBytes = 16 * 1024;

/** Reads the fields of a form without files. @throws a 411, 413 or 400 Response. */
export async function readSmallForm(request: Request, limitBytes = usualLimitBytes): Promise<FormData> {
  refuseLarge(request, limitBytes);
  try {
    return plainFields(await request.formData());
  } catch (error) {
    // Node's parser throws these for a malformed RFC 5987 field name.
    if (error instanceof TypeError || error instanceof URIError)
      throw new Response(null, { status: 400, statusText: "Bad Request" });
    throw error;
  }
}

export async function readSmallText(request: Request, limitBytes = usualLimitBytes): Promise<string> {
  refuseLarge(request, limitBytes);
  return request.text();
}

function refuseLarge(request: Request, limitBytes: number) {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (Number.isNaN(length)) throw new Response(null, { status: 411, statusText: "Length Required" });
  if (length > limitBytes) throw new Response(null, { status: 413, statusText: "Content Too Large" });
}

/** Conform reads "email[4294967294]" as a long list and "__intent__" as a command. */
function plainFields(form: FormData): FormData {
  for (const name of new Set(form.keys())) if (!/^[A-Za-z][\w-]{0,39}$/.test(name)) form.delete(name);
  return form;
}
