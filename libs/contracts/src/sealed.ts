import type { ObjectSchema } from 'yup';
import { array, number, object, string, text } from './fields';

/** Who can read a file's content: its two parties alone, or the operator as well. */
export const modes = ['e2e', 'managed'] as const;
export type Mode = (typeof modes)[number];

/** Of several files together. */
export type TransferMode = Mode | 'mixed';

export const modeOf = (files: readonly { mode: Mode }[]): TransferMode => {
  const [first, ...others] = new Set(files.map(({ mode }) => mode));
  return others.length > 0 ? 'mixed' : (first ?? 'managed');
};

/** A password as the web app sends it: proof of it, of which the server cannot make the key that opens the vault. */
export const isAuthKey = (password: string) => /^sdx1\.[A-Za-z0-9_-]{43}$/.test(password);

const base64url = /^[A-Za-z0-9_-]+$/;

/** Bytes in base64url without padding: exactly so many, or from `least` to `most`. */
export const binary = (least: number, most = least) => {
  const [shortest, longest] = [Math.ceil((least * 4) / 3), Math.ceil((most * 4) / 3)];
  return text(longest)
    .matches(base64url, { message: ({ path }) => `${path} must be base64url`, excludeEmptyString: true })
    .min(shortest, ({ path }) => `${path} is too short`);
};

const whole = (least: number, most: number) => number().integer().min(least).max(most);
const exactly = (value: number) => number().oneOf([value]).required();
const version = () => whole(1, 2 ** 32 - 1);

/** What a new password's keys are made with: no more either, as the server does that work for a password that comes as it is. */
const kdfCost = { m: 65_536, t: 3, p: 4 } as const;

/** How a password becomes keys (Argon2id). `salt`: 16 bytes; `m`: KiB, `t`: passes, `p`: lanes. */
export interface Kdf {
  kdf: 'argon2id';
  salt: string;
  params: { m: number; t: number; p: number };
}

export const kdf: ObjectSchema<Kdf> = object({
  kdf: string()
    .oneOf(['argon2id'] as const)
    .required(),
  salt: binary(16).required(),
  params: object({ m: exactly(kdfCost.m), t: exactly(kdfCost.t), p: exactly(kdfCost.p) }).required(),
});

/** A user's public keys: uncompressed P-256 points, signed by their own sign key. */
export interface PublicBundle {
  suite: number;
  hpkePublic: string;
  signPublic: string;
  /** 1 for a user's first keys, one more each time new ones take their place. */
  epoch: number;
  createdAt: string;
  selfSignature: string;
}

export const publicBundle: ObjectSchema<PublicBundle> = object({
  suite: whole(1, 255).required(),
  hpkePublic: binary(65).required(),
  signPublic: binary(65).required(),
  epoch: version().required(),
  createdAt: text(40).required(),
  selfSignature: binary(64).required(),
});

export const wrapKinds = ['password', 'recovery'] as const;
export const vaultWrap = () => binary(60);

/** A user's private keys as the server keeps them: wrapped, so that it cannot open them. */
export interface SealedVault {
  epoch: number;
  wraps: { password: string; recovery: string };
  hpkePrivate: string;
  signPrivate: string;
}

export const sealedVault: ObjectSchema<SealedVault> = object({
  epoch: version().required(),
  wraps: object({ password: vaultWrap().required(), recovery: vaultWrap().required() }).required(),
  hpkePrivate: binary(60, 600).required(),
  signPrivate: binary(60, 600).required(),
});

/** The keys a user has seen of each contact, sealed by the user. */
export const sealedPins = () => binary(28, 256 * 1024);

/** Everything of a user's keys that the server keeps. `revision`: of the pins, one more with every change. */
export interface StoredKeys {
  bundle: PublicBundle;
  vault: SealedVault;
  pins: string;
  revision: number;
  /** The owner said that the recovery key is in a safe place. */
  recoverySaved: boolean;
}

/** What a program opens its owner's vault with: the vault's key under the program's own sealing key, and no other wrap of it. */
export interface ProgramVault {
  epoch: number;
  wraps: { program: string };
  hpkePrivate: string;
  signPrivate: string;
}

/** Of its owner's keys, what a program is given. `revision`: of the pins. */
export interface ProgramKeys {
  bundle: PublicBundle;
  vault: ProgramVault;
  pins: string;
  revision: number;
}

/** A contact's public keys; null before it has made any. */
export interface ContactKeys {
  userId: string;
  email: string;
  companyName: string | null;
  bundle: PublicBundle | null;
}

/** What an upload says of a sealed file; each is required with `enc`. */
export const sealedUpload = {
  /** The body of the upload is a file in this format. */
  enc: string().oneOf(['sdx1'] as const),
  /** In the sealed file's header: 1, or for a next version that version's number. */
  fileVersion: version(),
  /** The file's key under its owner's vault key. */
  wrappedKey: binary(60),
  /** What the sender says the file is, sealed under the file's key. */
  sealedMeta: binary(28, 4096),
  /** What is inside, as the sender says: the server cannot look. */
  mimetype: text(200),
};

/** What opens a sealed file once its key is there. `sealedSize`: bytes of the sealed file. */
export interface SealedFile {
  /** In the sealed file's header. */
  fileId: string;
  version: number;
  sealedSize: number;
  sealedMeta: string;
}

/** How a bundle's manifest names a file of its transfer; a managed one has no version of its own there. */
export const bundleRef = ({ fileId, sealed }: { fileId: string; sealed: Pick<SealedFile, 'version'> | null }) => ({
  fileId,
  version: sealed?.version ?? 1,
});

/** With the key, which only its owner can unwrap. */
export interface OwnSealedFile extends SealedFile {
  ownerId: string;
  wrappedKey: string;
}

/** A file key sealed to one recipient for one request. */
export interface Grant {
  fileId: string;
  version: number;
  recipientKeyId: string;
  /** Milliseconds since 1970. */
  expiryMs: number;
  sealed: string;
}

export const grant: ObjectSchema<Grant> = object({
  fileId: text(36).required(),
  version: version().required(),
  recipientKeyId: binary(32).required(),
  expiryMs: whole(0, Number.MAX_SAFE_INTEGER).required(),
  sealed: binary(113).required(),
});

/** Grants for exactly the sealed files, and the sender's signature over them. */
export const grantSet = (most: number) => ({ grants: array(grant.required()).max(most).optional(), sig: binary(64) });

/** What a recipient opens the sealed files of a transfer with, and checks them by. */
export interface TransferGrants {
  requestId: string;
  senderId: string;
  /** As it was at the acceptance. */
  sender: PublicBundle;
  recipientId: string;
  expiryMs: number;
  grants: Grant[];
  sig: string;
}

/** What a bundle of sealed files holds: JSON in base64url, signed by the service. */
export interface SignedManifest {
  manifest: string;
  sig: string;
}
