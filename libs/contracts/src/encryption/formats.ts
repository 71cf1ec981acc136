import type { Mode, SealedFile, TransferMode } from './sealed';

/* Without schemas, so that pages that open files load none. */

/** Of a set of files. */
export const modeOf = (files: readonly { mode: Mode }[]): TransferMode => {
  const [first, ...others] = new Set(files.map(({ mode }) => mode));
  return others.length > 0 ? 'mixed' : (first ?? 'managed');
};

/** Whether this is an auth key, which programs of earlier versions send in place of the password. */
export const isAuthKey = (password: string) => /^sdx1\.[A-Za-z0-9_-]{43}$/.test(password);

const proofShape = /^opaque\.([A-Za-z0-9_-]{200,800})\.([A-Za-z0-9_-]{86})$/;
const recordShape = /^opaque\.([A-Za-z0-9_-]{256})$/;

/** The proof of a password in place of the password: the server's state of the exchange and the client's last message. */
export const proofText = (state: string, finish: string) => `opaque.${state}.${finish}`;

/** Null when it is not a proof. */
export function parseProof(password: string): { state: string; finish: string } | null {
  const [, state, finish] = proofShape.exec(password) ?? [];
  return state && finish ? { state, finish } : null;
}

/** The record of a new password in place of the password. */
export const recordText = (record: string) => `opaque.${record}`;

/** Null when it is not a record. */
export const parseRecord = (password: string): string | null => recordShape.exec(password)?.[1] ?? null;

/** How the manifest of a bundle identifies a file. Managed files always have version 1 there. */
export const bundleRef = ({ fileId, sealed }: { fileId: string; sealed: Pick<SealedFile, 'version'> | null }) => ({
  fileId,
  version: sealed?.version ?? 1,
});

/** Most entries of one answer, and of one call. */
export const ledgerPart = 100;
/** Most bytes of the entries of one answer, in base64url, unless the first alone is longer; and of one call. */
export const ledgerPartBytes = 512 * 1024;

/** Entries of one answer, and hashes of one full tile (C2SP tlog-tiles). */
export const tileWidth = 256;
