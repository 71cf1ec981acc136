import { usualExpiries } from '@tradepost/contracts/identity';
import { kycDocuments } from '@tradepost/contracts/kyc';
import { logText } from './log-text';
import { logSentences } from './sentences';
import { sentenceFinder } from '../sentence-finder';

// cspell:disable: German texts
jest.mock('../language', () => ({ language: 'de' }));
jest.mock('./log-catalogue', () => ({ catalogue: jest.requireActual('../texts/log/de.json') }));

interface Sentence {
  toSentence: (payload: unknown, event: unknown) => { message: string };
}

// the app does not depend on the service that writes the log: only this check compares their sentences
const entry = '../../../../audit-log/src/entry';
const { sentences } = jest.requireActual<{ sentences: Sentence[] }>(`${entry}/sentences`);
const { unmarked } = jest.requireActual<{ unmarked: (text: string) => string }>(`${entry}/personal-texts`);

/** The values that make a sentence differ. */
const choices: Record<string, unknown[]> = {
  opensVault: [true, false],
  userType: ['sender', 'receiver', 'admin'],
  created: [true, false],
  removed: [true, false],
  changed: [true, false],
  former: [undefined, ['key']],
  replaced: [false, true],
  given: [true, false],
  required: [true, false],
  usualExpiry: [...usualExpiries],
  on: [true, false],
  enabled: [true, false],
  pinned: [true, false],
  keepTransfers: [true, false],
  sealing: [true, false],
  kind: ['recovery', 'device'],
  by: ['inviter', 'ann@sender.example', 'passkey', 'sso', 'company'],
  setting: ['saved', 'removed', 'enforced', 'optional'],
  change: ['verified', 'removed', 'lost'],
  step: ['made', 'ended', 'started', 'approved', 'stopped', 'finished'],
  handover: ['asked', 'given', 'taken', 'stopped'],
  stage: ['started', 'cancelled', 'accepted'],
  because: ['failing', null],
  mode: ['e2e', 'managed'],
  files: [0, 2],
  until: ['2026-01-02T03:04:05.000Z', null],
  allowance: [null, 'I accept without a code'],
  reason: [null, 'Not complete'],
  internal: [true, false],
  above: [null, { amount: '1000.00', currency: 'EUR' }],
  absence: [
    null,
    { from: '2026-01-02T03:04:05.000Z', until: '2026-01-03T03:04:05.000Z', delegateEmail: 'bob@sender.example' },
    { from: '2026-01-02T03:04:05.000Z', until: '2026-01-03T03:04:05.000Z', delegateEmail: null },
  ],
  decision: ['approve', 'reject', 'request-changes'],
  what: [
    ...['claimed', 'taken-over', 'released', 'noted', 'document-approved', 'document-rejected'],
    ...['remarked', 'remark-removed', 'approved-once'],
  ],
};
const fixed: Record<string, unknown> = {
  fileNames: ['a.csv', 'b.csv'],
  downloaded: ['a.csv'],
  folderNames: ['Trade 2025'],
  emails: ['rita@buyer.example'],
  addresses: [],
  scopes: ['read'],
  roles: ['auditor'],
  before: ['approver', 'uploader'],
  documents: [],
  document: kycDocuments[0][0],
  totalStorage: 1024 ** 3,
  version: 2,
};
const actor = { userId: 'u', email: 'ann@sender.example', companyId: 'c', companyName: 'Ann', ip: '127.0.0.1' };
const meta = { id: 'e', subject: 's', at: '', requestId: 'r' };

/** Every form of the sentence of an event. */
function formsOf({ toSentence }: Sentence): string[] {
  const used = new Set<string>();
  const forms = (chosen: Record<string, unknown>, by: typeof actor | null) => {
    const payload = new Proxy(chosen, {
      get(target, name) {
        if (typeof name !== 'string') return undefined;
        if (name in choices) used.add(name);
        if (name in target) return target[name];
        if (name in choices) return choices[name]![0];
        return name in fixed ? fixed[name] : /At$|expiry/.test(name) ? '2026-01-02T03:04:05.000Z' : `some ${name}`;
      },
    });
    return unmarked(toSentence(payload, { ...meta, actor: by }).message);
  };
  const found = new Set([forms({}, actor), forms({}, null), forms({}, { ...actor, userId: 'some userId' })]);
  const vary = ([name, ...others]: string[], chosen: Record<string, unknown>): void => {
    if (!name) return void found.add(forms(chosen, actor));
    for (const value of choices[name]!) vary(others, { ...chosen, [name]: value });
  };
  vary([...used], {});
  return [...found];
}

const find = sentenceFinder(logSentences);
const forms = sentences.flatMap(formsOf);

it('knows every sentence that the log writes', () => {
  // what it lists belongs into sentences.ts; with "undefined" or "some …" in it, the values of that field belong into `choices` above
  expect(forms.filter((form) => !find(form))).toEqual([]);
});

it('knows no sentence that the log does not write', () => {
  const found = new Set(forms.map((form) => find(form)?.message));
  expect(logSentences.filter((sentence) => !found.has(sentence))).toEqual([]);
});

it.each([
  [
    'ann@sender.example uploaded prices to buy.csv to Trade 2025, end-to-end encrypted',
    'ann@sender.example hat prices to buy.csv in Trade 2025 hochgeladen, Ende-zu-Ende-verschlüsselt',
  ],
  [
    'rita@buyer.example requested a.csv, b.csv, c.csv and 2 more files from Trade 2025, by key Nightly',
    'rita@buyer.example hat a.csv, b.csv, c.csv und 2 weitere Dateien aus Trade 2025 angefordert, mit dem Schlüssel Nightly',
  ],
  [
    'ann@x.example delivered Salt and pepper to a@x.example and b@x.example',
    'ann@x.example hat Salt and pepper an a@x.example und b@x.example geliefert',
  ],
  ['The system deleted the folder Old with 1 file', 'Das System hat den Ordner Old mit 1 Datei gelöscht'],
  [
    'ann@sender.example changed the roles of bob@sender.example from approver, uploader to manager',
    'ann@sender.example hat die Rollen von bob@sender.example von Genehmiger, Hochlader in Manager geändert',
  ],
  ['Something else happened', 'Something else happened'],
])('shows "%s" in the language of the page', (english, german) => expect(logText(english)).toBe(german));
