import { Collection, Entity, optimistic as optimisticUpdate, RestEndpoint } from 'ngx-cache-query';
import { setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

class Photo extends Entity {
  readonly id: number = 0;
  readonly album: string = '';
  readonly tags: readonly string[] = [];
  readonly file: unknown = undefined;
  readonly url: string = '';
}
const photoList = new Collection([Photo]);
const getPhotos = new RestEndpoint({
  path: '/photos',
  searchParams: {} as { readonly album?: string },
  schema: photoList,
});
const upload = getPhotos.push.extend({ body: {} as FormData });

let { cache, sent } = {} as ReturnType<typeof setUpRest>;
function setUp() {
  ({ cache, sent } = setUpRest());
  for (const album of ['sea', 'hills']) {
    watch(cache.fetch(getPhotos, { album }));
    sent(`/photos?album=${album}`).flush([]);
  }
}
function formOf(album: string): FormData {
  const form = new FormData();
  form.append('album', album);
  form.append('tags', 'boat');
  form.append('tags', 'sun');
  form.append('file', new Blob(['x'], { type: 'image/png' }), 'boat.png');
  return form;
}
const count = (album: string) => cache.get(photoList, { album })!.length;

describe('F2 a form as the body', () => {
  beforeEach(setUp);

  it('is sent untouched, and the browser writes its content type', () => {
    const form = formOf('sea');
    watch(cache.fetch(upload, form));
    const { request } = sent('/photos');
    expect(request.body).toBe(form);
    expect([request.headers.has('content-type'), request.detectContentTypeHeader()]).toEqual([
      false,
      null,
    ]);
  });

  it('is sent with search parameters', () => {
    watch(cache.fetch(upload, { album: 'sea' }, formOf('hills')));
    expect(sent('/photos?album=sea').request.body).toBeInstanceOf(FormData);
  });
});

describe('L2 the text fields of a form', () => {
  beforeEach(setUp);

  it('say to which lists the upload belongs if the response does not', () => {
    watch(cache.fetch(upload, formOf('sea')));
    sent('/photos').flush({ id: 1, url: '/boat.png' });
    expect([count('sea'), count('hills')]).toEqual([1, 0]);
    expect(cache.get(Photo, 1)?.album).toBe('');
  });

  it('do not count where the response has other values', () => {
    watch(cache.fetch(upload, formOf('sea')));
    sent('/photos').flush({ id: 1, album: 'hills' });
    expect([count('sea'), count('hills')]).toEqual([0, 1]);
  });
});

describe('O1 the text fields of a form', () => {
  beforeEach(setUp);
  const optimistic = upload.extend({ optimistic: optimisticUpdate });

  it('are the optimistic response, until the response arrives', () => {
    watch(cache.fetch(optimistic, formOf('sea')));
    const [shown] = cache.get(photoList, { album: 'sea' })!;
    expect([shown.album, shown.tags, shown.file]).toEqual(['sea', ['boat', 'sun'], undefined]);
    sent('/photos').flush({ id: 1, url: '/boat.png', tags: ['boat'] });
    const [photo] = cache.get(photoList, { album: 'sea' })!;
    expect([photo.id, photo.url, photo.tags, photo.album]).toEqual([1, '/boat.png', ['boat'], '']);
  });

  it('are taken out again when the request fails', () => {
    watch(cache.fetch(optimistic, formOf('sea')));
    sent('/photos').flush('no', { status: 413, statusText: 'Too Large' });
    expect(count('sea')).toBe(0);
  });
});
