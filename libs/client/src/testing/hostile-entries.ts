import { concat, toBase64url, utf8 } from '@tradepost/sealing/crypto/bytes';
import { sealUnder } from '@tradepost/sealing/crypto/primitives';
import type { SealingProblem } from '@tradepost/sealing/errors';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { LedgerEnd } from '@tradepost/sealing/ledger/end';
import { sealEntry, type LedgerAction } from '@tradepost/sealing/ledger/entry';

const by = { actor: crypto.randomUUID(), time: 1 };

export const revoke = (): LedgerAction => ({ type: 'revoke', requestId: crypto.randomUUID() });

/** Of a type that no version knows. */
export const later = { type: 'later' } as unknown as LedgerAction;

/** What nobody can open. */
export const garbage = (): string => toBase64url(crypto.getRandomValues(new Uint8Array(120)));

/** An entry after this end. */
export const sealed = async (vault: Vault, end: LedgerEnd, action = revoke()): Promise<string> =>
  (await sealEntry(vault, action, end, by)).sealed;

/** A text that is signed and sealed in place of an entry. */
async function signed(vault: Vault, { seq }: LedgerEnd, text: string): Promise<string> {
  const json = utf8(text);
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(algorithm, vault.signing.privateKey, concat(utf8('sdx1/ledger'), json));
  const place = utf8(`sdx1/ledger|${vault.userId}|${vault.epoch}|${seq + 1}`);
  return toBase64url(await sealUnder(vault.key, concat(new Uint8Array(signature), json), place));
}

/** What a member with the company's keys can append. */
interface Stage {
  vault: Vault;
  /** Of another person. */
  other: Vault;
  end: LedgerEnd;
  honest: string[];
}

const otherHead = toBase64url(new Uint8Array(32).fill(3));

/** What a hostile member appends, and why clients refuse the first entry of it. */
export const hostileEntries: [string, SealingProblem, (stage: Stage) => Promise<string[]>][] = [
  ['garbage', 'TAMPERED', async () => [garbage()]],
  [
    'an entry with a wrong link',
    'LEDGER_FORKED',
    async ({ vault, end }) => [await sealed(vault, { ...end, head: otherHead })],
  ],
  [
    'an entry sealed with another key',
    'TAMPERED',
    async ({ vault, end, other: { key } }) => [await sealed({ ...vault, key }, end)],
  ],
  [
    'an entry signed with another key',
    'BAD_SIGNATURE',
    async ({ vault, end, other: { signing } }) => [await sealed({ ...vault, signing }, end)],
  ],
  ['an earlier entry again', 'TAMPERED', async ({ honest }) => honest.slice(1, 3)],
  [
    'an entry of another place',
    'TAMPERED',
    async ({ vault, end }) => [await sealed(vault, { ...end, seq: end.seq + 1 })],
  ],
  [
    'an entry without its fields',
    'MALFORMED',
    async ({ vault, end }) => [await sealed(vault, end, { type: 'deliver' } as LedgerAction)],
  ],
  ['a text that is no entry', 'MALFORMED', async ({ vault, end }) => [await signed(vault, end, 'no entry')]],
  ['nothing that is an entry', 'TAMPERED', async ({ vault, end }) => [await signed(vault, end, 'null')]],
  ['an entry of an unknown type', 'UNSUPPORTED', async ({ vault, end }) => [await sealed(vault, end, later)]],
  [
    'valid entries after garbage',
    'TAMPERED',
    async ({ vault, end: { seq, head } }) => {
      const next = await sealEntry(vault, revoke(), { seq: seq + 1, head }, by);
      return [garbage(), next.sealed, await sealed(vault, { seq: seq + 2, head: next.head })];
    },
  ],
];
