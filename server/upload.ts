import { type Request, type RequestHandler, raw } from 'express';
import { Problem } from './problem';

/** The maximum size of a file, in bytes. */
const largest = 1_000_000;
/** The maximum size of the rest of a form, in bytes. */
const fieldBytes = 16_000;

const tooLarge = () => new Problem(413, 'The file is larger than 1 MB.');

const read = raw({ type: 'multipart/form-data', limit: largest + fieldBytes });

/** Reads the body of a form. A body that is too large is read to its end, so that the browser receives the response. */
export const receiveForm: RequestHandler = (request, response, next) =>
  read(request, response, (error?: { type?: unknown }) =>
    next(error?.type === 'entity.too.large' ? tooLarge() : error),
  );

/** Returns the form data of a request. */
export async function formOf(request: Request): Promise<FormData> {
  if (!Buffer.isBuffer(request.body)) {
    throw new Problem(415, 'The body must be a multipart/form-data form with a file.');
  }
  const headers = { 'Content-Type': request.get('Content-Type') ?? '' };
  const body = new Response(new Uint8Array(request.body), { headers });
  return body.formData().catch(() => {
    throw new Problem(400, 'The form cannot be read.');
  });
}

/** Returns the file in a field of a form. */
export async function fileOf(form: FormData, field: string) {
  const file = form.get(field);
  if (!(file instanceof File)) throw Problem.invalid({ [field]: 'must be a file' });
  if (file.size > largest) throw tooLarge();
  const { name } = file;
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream';
  return { name, type, content: new Uint8Array(await file.arrayBuffer()) };
}
