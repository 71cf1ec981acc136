import { useAuth } from '../../../../session/auth.store';
import { sender } from '../../../../test/render';
import { defaultTerms } from '../terms';

jest.mock('../send-items', () => ({ sendItems: () => new Promise(() => {}) }));

type Store = typeof import('./unfinished.store');
type Uploads = typeof import('../uploads.store');

/** The stores of a page that was just loaded. */
async function newPage(): Promise<Store & Uploads> {
  let page: (Store & Uploads) | undefined;
  await jest.isolateModulesAsync(async () => {
    const auth = await import('../../../../session/auth.store');
    auth.useAuth.setState({ user: useAuth.getState().user });
    page = { ...(await import('../uploads.store')), ...(await import('./unfinished.store')) };
  });
  return page!;
}

const file = (name: string, content = 'a,b\n1,2\n') => new File([content], name, { lastModified: 1 });
const target = { folderId: 'f1', folderName: 'Freight', directory: '2026' };
const namesOf = ({ useUnfinished }: Store) => useUnfinished.getState().uploads.map(({ name }) => name);
const reload = () => {
  dispatchEvent(new Event('pagehide'));
  return newPage();
};

beforeEach(() => useAuth.setState({ user: sender }));

test('files that were chosen are unfinished after a reload; those that are refused are not', async () => {
  (await newPage()).addUploads(target, [file('a.csv'), file('b.csv'), file('virus.exe')]);
  expect(namesOf(await reload())).toEqual(['a.csv', 'b.csv']);
});

test('a new version that is sent as a whole is sent as a whole after a reload, too', async () => {
  const replaces = { id: 'x1', name: 'a.csv', mode: 'e2e' as const, terms: defaultTerms };
  const page = await newPage();
  const [id] = page.addUploads({ ...target, replaces }, [file('a.csv')]);
  page.proceed(id!, defaultTerms, { whole: true });
  const next = await reload();
  next.uploadAgain([file('a.csv')]);
  expect(next.useUploads.getState().items).toMatchObject([{ replaces, whole: true }]);
});

test('another person in the same window sees none of them', async () => {
  (await newPage()).addUploads(target, [file('a.csv')]);
  dispatchEvent(new Event('pagehide'));
  useAuth.setState({ user: { ...sender, id: 'another' } });
  expect(namesOf(await newPage())).toEqual([]);
});

test('a chosen file goes where it was going, others are returned, and dismissed ones are forgotten', async () => {
  (await newPage()).addUploads(target, [file('a.csv'), file('b.csv')]);
  const page = await reload();
  expect(page.uploadAgain([file('a.csv'), file('c.csv')]).map(({ name }) => name)).toEqual(['c.csv']);
  expect(page.useUploads.getState().items).toMatchObject([{ ...target, state: 'asking', file: { name: 'a.csv' } }]);
  expect(namesOf(page)).toEqual(['b.csv']);
  page.dismissUnfinished();
  page.useUploads.setState({ items: [] });
  expect(namesOf(await reload())).toEqual([]);
});
