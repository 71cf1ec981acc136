import { waitFor } from '@testing-library/react';
import { useAuth } from '../../../session/auth.store';
import { sender, uploader } from '../../../test/render';
import { closedVault, useVaultStore } from '../../../vault/vault.store';
import type { sendItems } from './send-items';
import { defaultTerms } from './terms';
import type { UploadItem } from './upload-item';
import { addUploads, currentQuestion, proceed, useUploads } from './uploads.store';

const sent: UploadItem[] = [];
jest.mock('./send-items', () => ({
  sendItems: (async (items) => {
    sent.push(...items);
    return new Map(items.map((item) => [item, { done: { isHashSame: true, storedName: item.file.name } }]));
  }) as typeof sendItems,
}));
jest.mock('../../../vault/vault', () => ({
  keysSettled: async () => undefined,
  requestRecoveryKit: async () => undefined,
}));

const file = (name: string) => new File(['text'], name);
const target = { folderId: 'f1', folderName: 'Freight' };
const sealed = { ...defaultTerms, mode: 'e2e' as const };
const modes = () => sent.map(({ file: { name }, terms }) => [name, terms.mode]);

beforeEach(() => {
  sent.splice(0);
  useUploads.setState(useUploads.getInitialState(), true);
  useAuth.setState({ user: sender });
  useVaultStore.setState(closedVault);
});

test('terms that were confirmed stay end-to-end encrypted, even if the server then says that the person is a member', async () => {
  addUploads(target, [file('a.pdf'), file('b.pdf')]);
  await waitFor(() => expect(currentQuestion(useUploads.getState())?.insight).not.toBe(undefined));
  useAuth.setState({ user: uploader });
  useVaultStore.setState({ state: 'none' });
  proceed(currentQuestion(useUploads.getState())!.id, sealed, { forAll: true });
  await waitFor(() => expect(sent).toHaveLength(2));
  addUploads({ ...target, given: sealed }, [file('c.pdf')]);
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(modes()).toEqual(['a.pdf', 'b.pdf', 'c.pdf'].map((name) => [name, 'e2e']));
});

test('a member without keys is asked to confirm standard encryption', async () => {
  useAuth.setState({ user: uploader });
  useVaultStore.setState({ state: 'none' });
  useUploads.setState({ lastTerms: sealed });
  addUploads(target, [file('a.pdf')]);
  await waitFor(() => expect(currentQuestion(useUploads.getState())?.terms.mode).toBe('managed'));
  expect(sent).toEqual([]);
});

test('the first three of several refused files are named', () => {
  const refused = ['a.exe', 'b.exe', 'c.exe', 'd.exe'].map(file);
  addUploads(target, [...refused, file('e.pdf')]);
  const lines = useUploads
    .getState()
    .error?.split('\n')
    .map((line) => line.split(':')[0]);
  expect(lines).toEqual(['a.exe', 'b.exe', 'c.exe']);
});
