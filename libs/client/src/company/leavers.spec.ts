import type { Member } from '@tradepost/contracts/identity';
import type { LedgerEntry, VerifiedEntry } from '@tradepost/sealing/ledger/entry';
import { historyOf } from '@tradepost/sealing/ledger/history';
import { countLeavers } from './leavers';

const ownKey = { type: 'own-key', seq: 1 };
const given = (userId: string) => ({ type: 'member', member: { userId, keyId: `key of ${userId}` } });
const taken = (memberId: string) => ({ type: 'member-removed', memberId });

const handover = (step: string) => ({ type: 'handover', memberId: 'cora', step });

const leavers = (entries: object[], present: string[]) => {
  const verified = entries.map((entry, at): VerifiedEntry => ({
    entry: entry as LedgerEntry,
    head: `${at}`,
    sealed: '',
  }));
  return countLeavers(
    historyOf(verified),
    present.map((id) => ({ id, roles: [id.startsWith('auditor') ? 'auditor' : 'uploader'] }) as unknown as Member),
  );
};

it.each<[string, object[], string[], number]>([
  ['nobody while all who were given keys are members', [ownKey, given('bob'), given('cid')], ['bob', 'cid', 'dan'], 0],
  ['one who left on their own', [ownKey, given('bob'), given('cid')], ['cid'], 1],
  ['one who lost the keys and is still a member', [ownKey, given('bob'), taken('bob')], ['bob'], 1],
  ['one who has a role without keys by now', [ownKey, given('auditor bob'), given('cid')], ['auditor bob', 'cid'], 1],
  ['nobody who was given them again', [ownKey, given('bob'), taken('bob'), given('bob')], ['bob'], 0],
  ['nobody who left before new keys were made', [ownKey, given('bob'), taken('bob'), ownKey], [], 0],
  [
    'one who has written before leaving that new keys were made',
    [ownKey, given('bob'), taken('bob'), { ...ownKey, seq: 4 }],
    [],
    1,
  ],
  [
    'the owner who has handed the company over, and not one who is about to',
    [ownKey, handover('named'), handover('taken')],
    [],
    1,
  ],
  [
    'the former owner also once the next one has named someone',
    [ownKey, handover('named'), handover('taken'), handover('named')],
    [],
    1,
  ],
  [
    'everyone who has handed the company over since',
    [ownKey, handover('named'), handover('taken'), handover('named'), handover('taken')],
    [],
    2,
  ],
  ['nobody while the company is being handed over', [ownKey, handover('named')], [], 0],
  ['nobody once the new owner has made new keys', [ownKey, handover('taken'), ownKey], [], 0],
  ['one who left after new keys were made', [ownKey, given('bob'), given('cid'), taken('cid'), ownKey], [], 1],
])('counts %s', (_what, entries, present, expected) => {
  expect(leavers(entries, present)).toBe(expected);
});
