import type { ObjectSchema } from 'yup';
import { array, number, object, string, text } from '../values/fields';

/** `e2e`: only sender and receiver can read the content; `managed`: the operator can, too. */
export const modes = ['e2e', 'managed'] as const;
export type Mode = (typeof modes)[number];

/** Mode of a set of files. */
export type TransferMode = Mode | 'mixed';

const base64url = /^[A-Za-z0-9_-]+$/;

/** Bytes in base64url without padding. @param min number of bytes @param max the same as `min` when absent */
export const binary = (min: number, max = min) => {
  const [shortest, longest] = [Math.ceil((min * 4) / 3), Math.ceil((max * 4) / 3)];
  return text(longest)
    .matches(base64url, { message: ({ path }) => `${path} must be base64url`, excludeEmptyString: true })
    .min(shortest, ({ path }) => `${path} is too short`);
};

const whole = (min: number, max: number) => number().integer().min(min).max(max);
const version = () => whole(1, 2 ** 32 - 1);

/** Argon2id parameters of an account of an earlier version. `salt`: 16 bytes, base64url; `m`: memory in KiB, `t`: passes, `p`: lanes. */
export interface Kdf {
  kdf: 'argon2id';
  salt: string;
  params: { m: number; t: number; p: number };
}

/** Salts of what an earlier version stored about a password; for other addresses made up, and always the same. 16 bytes each, base64url. */
export interface FormerSalts {
  salt: string;
  hashSalt: string;
}

/** A user's public keys: uncompressed P-256 points, signed by their own sign key. */
export interface PublicBundle {
  suite: number;
  /** Key of the owner's e-mail address. Absent in bundles from before addresses were part of the signed statement. */
  address?: string | undefined;
  hpkePublic: string;
  signPublic: string;
  /** 1 for a user's first keys; increases by one with each replacement. */
  epoch: number;
  createdAt: string;
  selfSignature: string;
}

export const publicBundle: ObjectSchema<PublicBundle> = object({
  suite: whole(1, 255).required(),
  address: text(320),
  hpkePublic: binary(65).required(),
  signPublic: binary(65).required(),
  epoch: version().required(),
  createdAt: text(40).required(),
  selfSignature: binary(64).required(),
});

export const wrapKinds = ['password', 'recovery'] as const;
export const vaultWrap = () => binary(60);

/** A user's private keys as the server stores them: wrapped, so that the server cannot open them. */
export interface SealedVault {
  epoch: number;
  wraps: { password: string; recovery: string };
  hpkePrivate: string;
  signPrivate: string;
  /** The keys of earlier epochs, under the vault key. Absent if there are none, or if they were lost. */
  former?: string | undefined;
}

const vaultFields = {
  epoch: version().required(),
  wraps: object({ password: vaultWrap().required(), recovery: vaultWrap().required() }).required(),
  hpkePrivate: binary(60, 600).required(),
  signPrivate: binary(60, 600).required(),
};

export const sealedVault: ObjectSchema<Omit<SealedVault, 'former'>> = object(vaultFields);

/** A vault that carries the keys of earlier epochs. */
export const rotatedVault: ObjectSchema<SealedVault & { former: string }> = object({
  ...vaultFields,
  former: binary(60, 48 * 1024).required(),
});

/** The keys of a user that the server stores. */
export interface StoredKeys {
  bundle: PublicBundle;
  vault: SealedVault;
  /** The known keys of contacts, sealed, as stored before there was a ledger. Null in later vaults. */
  pins: string | null;
  /** The owner confirmed that the recovery key is saved. */
  recoverySaved: boolean;
}

/** The owner's vault for an API key: the vault key is wrapped for the program's sealing key only. */
export interface ProgramVault {
  epoch: number;
  wraps: { program: string };
  hpkePrivate: string;
  signPrivate: string;
  /** As in `SealedVault`. */
  former?: string | undefined;
}

/** The owner's keys for an API key. `pins`: as in `StoredKeys`. */
export interface ProgramKeys {
  bundle: PublicBundle;
  vault: ProgramVault;
  pins: string | null;
}

/** A person's public key, to which companies seal their keys: an uncompressed P-256 point. */
export interface PublicPersonKey {
  suite: number;
  /** Key of the person's e-mail address. */
  address: string;
  hpkePublic: string;
  createdAt: string;
}

export const publicPersonKey: ObjectSchema<PublicPersonKey> = object({
  suite: whole(1, 255).required(),
  address: text(320).required(),
  hpkePublic: binary(65).required(),
  createdAt: text(40).required(),
});

/** PKCS #8 under the key of the password, of a recovery key or of a passkey. */
export const personKeyWrap = () => binary(60, 600);

/** A person's key, and its private part under the key of the password, so that the server cannot open it. */
export interface WrappedPersonKey {
  key: PublicPersonKey;
  wrap: string;
}

/**
 * A person's key as the server stores it. Of kind `recovery`, `wrap` is under the recovery key of a person without a password. `passkeys` wrap it too;
 * `id` is that of the credential.
 */
export interface StoredPersonKey extends WrappedPersonKey {
  kind?: 'recovery';
  passkeys?: { id: string; wrap: string }[];
}

/** The vault key of a company, sealed to one member's key and signed by the company. */
export interface CompanyKey {
  memberKeyId: string;
  sealed: string;
  sig: string;
}

export const companyKey: ObjectSchema<CompanyKey> = object({
  memberKeyId: binary(32).required(),
  sealed: binary(113).required(),
  sig: binary(64).required(),
});

/** A contact's public keys; `bundle` is null before the contact has created any. */
export interface ContactKeys {
  userId: string;
  email: string;
  companyName: string | null;
  bundle: PublicBundle | null;
}

/** Fields of an upload for a sealed file; each is required with `enc`. */
export const sealedUpload = {
  /** The body of the upload is a file in this format. */
  enc: string().oneOf(['sdx1'] as const),
  /** As in the sealed file's header: 1 for a new file, the version number for a replacement. */
  fileVersion: version(),
  /** The file key, encrypted under its owner's vault key. */
  wrappedKey: binary(60),
  /** The sender's metadata of the file, sealed under the file key. */
  sealedMeta: binary(28, 4096),
  /** MIME type that the sender states; the server cannot check it. */
  mimetype: text(200),
};

/** What a client needs, together with the file key, to open a sealed file. `sealedSize`: bytes of the sealed file. */
export interface SealedFile {
  /** As in the sealed file's header. */
  fileId: string;
  version: number;
  sealedSize: number;
  sealedMeta: string;
}

/** A sealed file with its wrapped key, which only its owner can unwrap. */
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

/** Grants for exactly the sealed files, what their sender states with them, and the sender's signature. @param max number of grants */
export const grantSet = (max: number) => ({
  grants: array(grant.required()).max(max).optional(),
  sig: binary(64),
  /** Milliseconds since 1970. */
  timeMs: whole(0, Number.MAX_SAFE_INTEGER),
  /** Head of the sender's ledger after these grants; zeros without a ledger. */
  ledgerHead: binary(32),
  /** The newest checkpoint of the key log that the sender has verified; empty without one. */
  checkpoint: text(2000),
});

/** A request as its receiver signed it: the statement of `libs/sealing/src/request.ts` and 64 bytes of signature, both base64url. */
export interface SignedRequest {
  statement: string;
  sig: string;
}

export const signedRequest = {
  statement: binary(200, 48 * 1024),
  sig: binary(64),
};

/** What a recipient needs to open and verify the sealed files of a transfer. */
export interface TransferGrants {
  requestId: string;
  /** As the receiver signed it. Absent in transfers from before requests were signed. */
  request?: SignedRequest | undefined;
  senderId: string;
  /** The sender's keys when the request was accepted. */
  sender: PublicBundle;
  recipientId: string;
  expiryMs: number;
  grants: Grant[];
  sig: string;
  /** This and the next two are absent in grants from before requests were signed. */
  timeMs?: number | undefined;
  ledgerHead?: string | undefined;
  checkpoint?: string | undefined;
}

/** The contents of a bundle of sealed files: JSON in base64url, signed by the service. */
export interface SignedManifest {
  manifest: string;
  sig: string;
}
