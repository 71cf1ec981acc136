import type { TransferItem } from '@tradepost/contracts/requests';
import type { FileView, FolderView } from '@tradepost/contracts/storage';
import type { LedgerAction } from '@tradepost/sealing/ledger/entry';
import { closedVault, useVaultStore } from '../vault/vault.store';
import {
  recordFolderDeleted,
  recordKeysTaken,
  recordMoved,
  recordPartnerRemoved,
  recordRemoved,
  recordRevoked,
} from './recorded';

const recorded: LedgerAction[] = [];
const history = {
  delivered: new Map([['f1', new Set(['bob@example.org'])]]),
  moved: new Map<string, string>(),
  revoked: new Set<string>(),
  members: new Map([['m1', 'key']]),
};
const ledger = {
  record: async (make: (known: typeof history) => LedgerAction[]) => void recorded.push(...make(history)),
};
const keysSettled = jest.fn<Promise<void>, []>();
jest.mock('../vault/vault', () => ({
  requireKeyring: async () => ({ contacts: { ledger } }),
  keysSettled: () => keysSettled(),
}));

// as a server may label sealed files
const files = [{ id: 'a', mode: 'managed' }] as FileView[];
const folder = { id: 'f1', files } as FolderView;
const transfer = { requestId: 'r1', mode: 'managed' } as TransferItem;

beforeEach(() => {
  recorded.splice(0);
  keysSettled.mockReset().mockResolvedValue();
});
afterEach(() => useVaultStore.setState(closedVault));

const acts: [string, () => Promise<void>, LedgerAction][] = [
  [
    'removed access',
    () => recordRemoved(folder, 'bob@example.org'),
    { type: 'deliver', folderId: 'f1', added: [], removed: ['bob@example.org'] },
  ],
  [
    'the deletion of a folder',
    () => recordFolderDeleted(folder),
    { type: 'deliver', folderId: 'f1', added: [], removed: ['bob@example.org'] },
  ],
  [
    'the end of a partnership',
    () => recordPartnerRemoved('Bob@example.org'),
    { type: 'deliver', folderId: 'f1', added: [], removed: ['bob@example.org'] },
  ],
  ['a move', () => recordMoved(files, 'f2'), { type: 'move', folderId: 'f2', fileIds: ['a'] }],
  [
    'that a member has no keys any more',
    () => recordKeysTaken({ id: 'm1', hasKeys: false }),
    { type: 'member-removed', memberId: 'm1' },
  ],
  ['a revocation', () => recordRevoked(transfer), { type: 'revoke', requestId: 'r1' }],
];

it.each(acts)('an open vault records %s, whatever the server says of the files', async (_, record, action) => {
  useVaultStore.setState({ state: 'locked' });
  await record();
  expect(recorded).toEqual([]);
  useVaultStore.setState({ state: 'open' });
  await record();
  expect(recorded).toEqual([action]);
});

it.each(acts)('records %s by a vault that opens only now', async (_, record, action) => {
  keysSettled.mockImplementation(async () => useVaultStore.setState({ state: 'open' }));
  await record();
  expect(recorded).toEqual([action]);
});

it('does not keep an access because the server does not say which keys there are', async () => {
  keysSettled.mockRejectedValue(new Error('no answer'));
  await recordRemoved(folder, 'bob@example.org');
  expect(recorded).toEqual([]);
});
