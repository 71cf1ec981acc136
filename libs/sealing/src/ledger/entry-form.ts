import type { LedgerEntry } from './entry-type';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isSafeInteger(value);
const isBoolean: Check = (value) => typeof value === 'boolean';
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const fields =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

const isFile: Check = (value) => Array.isArray(value) && value.length === 2 && isText(value[0]) && isNumber(value[1]);
const recipient = { userId: isText, address: isText, keyId: isText };

const forms: Record<LedgerEntry['type'], Check> = {
  'own-key': fields({
    keyId: isText,
    formerPins: (pins) => isObject(pins) && Object.values(pins).every(isText),
    formerKeys: optional(listOf(isText)),
  }),
  pin: fields({ pin: fields({ ...recipient, pairId: isText, how: isText, since: isText }) }),
  deliver: fields({ folderId: isText, added: listOf(isText), removed: listOf(isText) }),
  move: fields({ folderId: isText, fileIds: listOf(isText) }),
  grant: fields({
    requestId: isText,
    requestHash: orNull(isText),
    recipient: fields(recipient),
    files: listOf(isFile),
    expiryMs: isNumber,
  }),
  extend: fields({ requestId: isText, keyId: isText, expiryMs: isNumber }),
  revoke: fields({ requestId: isText }),
  member: fields({ member: fields(recipient) }),
  'member-removed': fields({ memberId: isText }),
  recovery: fields({ set: orNull(isText) }),
  handover: fields({ memberId: isText, step: (step) => step === 'named' || step === 'taken' }),
  restore: fields({
    accepted: isText,
    lost: listOf(fields({ head: isText, isRepeated: isBoolean })),
    keyLog: optional(isText),
  }),
};

const common = fields({ time: isNumber, actor: isText, of: optional(listOf(isText)) });

export const isKnownType = ({ type }: { type: string }): boolean => Object.hasOwn(forms, type);

/** Whether an entry of a known type has the fields of its type. Who has the keys can sign anything. */
export const isWellFormed = (entry: LedgerEntry): boolean => common(entry) && forms[entry.type](entry);
