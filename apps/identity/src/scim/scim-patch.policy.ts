import { AppError } from '@tradepost/contracts/errors';
import { textOf } from './scim-filter.policy';

/** Of a PATCH call (RFC 7644, 3.5.2), as Microsoft Entra ID and Okta send them. */
export interface Operation {
  op: string;
  path?: string | null | undefined;
  value?: unknown;
}

/** Raw values, to be validated. Absent ones stay. */
export interface UserPatch {
  userName?: unknown;
  externalId?: unknown;
  active?: unknown;
  name?: { givenName?: unknown; familyName?: unknown };
}

export interface GroupPatch {
  displayName?: unknown;
  externalId?: unknown;
  members: MembersPatch;
}

/** `replaces`: only `added` remain. Ids of people. */
export interface MembersPatch {
  replaces: boolean;
  added: ReadonlySet<string>;
  removed: ReadonlySet<string>;
}

const ops = ['add', 'replace', 'remove'] as const;
type Op = (typeof ops)[number];

/** One attribute of an operation. Names are in lower case: they have no case (RFC 7643, 2.1). */
interface Change {
  op: Op;
  attribute: string;
  /** Of a path such as `members[value eq "…"]`. */
  selected?: string | undefined;
  value: unknown;
}

const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const extension = /^urn:/i;
const plainPath = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/i;
const selection = /^([a-z$][\w$-]*)\[ *([a-z]+) +eq +("(?:[^"\\]|\\.)*"|true|false) *\](?:\.([a-z$][\w$-]*))?$/i;

const invalid = (message: string) => new AppError('INVALID', { message });
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws AppError INVALID, SCIM_PATH */
function changesOf({ op: given, path, value }: Operation): Change[] {
  const op = ops.find((one) => one === given.toLowerCase());
  if (!op) throw invalid(`op must be one of ${ops.join(', ')}`);
  if (path) return [{ op, value, ...targetOf(path) }];
  if (op === 'remove') throw new AppError('SCIM_PATH');
  if (!isObject(value)) throw invalid('value must be an object if there is no path');
  return Object.entries(value).flatMap(([attribute, one]) =>
    attribute.toLowerCase() === 'name' && isObject(one)
      ? Object.entries(one).map(([part, text]) => ({ op, value: text, ...targetOf(`name.${part}`) }))
      : [{ op, value: one, ...targetOf(attribute) }],
  );
}

/** What a path names. Those of extensions name nothing here. @throws AppError SCIM_PATH */
function targetOf(given: string): Pick<Change, 'attribute' | 'selected'> {
  const path = given.replace(core, '');
  if (extension.test(path) || plainPath.test(path)) return { attribute: path.toLowerCase() };
  const [, attribute = '', by = '', literal = '', part] = selection.exec(path) ?? [];
  if (!attribute) throw new AppError('SCIM_PATH');
  // a part of one value, such as emails[type eq "work"].value
  if (part !== undefined || by.toLowerCase() !== 'value') return { attribute: `${attribute.toLowerCase()}[]` };
  const selected = textOf(literal);
  if (selected === null) throw new AppError('SCIM_PATH');
  return { attribute: attribute.toLowerCase(), selected };
}

/** Attributes that this server does not have are ignored (RFC 7644, 3.5.2 lets the provider decide). @throws AppError INVALID, SCIM_PATH */
export function userPatchOf(operations: readonly Operation[]): UserPatch {
  const patch: UserPatch = {};
  for (const { op, attribute, value } of operations.flatMap(changesOf)) {
    const given = op === 'remove' ? null : value;
    if (attribute === 'username') patch.userName = given;
    if (attribute === 'active') patch.active = given;
    if (attribute === 'externalid') patch.externalId = given;
    if (attribute === 'name' && isObject(given)) patch.name = { ...patch.name, ...partsOf(given) };
    if (attribute === 'name.givenname') patch.name = { ...patch.name, givenName: given };
    if (attribute === 'name.familyname') patch.name = { ...patch.name, familyName: given };
  }
  return patch;
}

/** Nothing else: a call may have a thousand operations, and each would copy whatever those before it have named. */
const partsOf = (name: Record<string, unknown>): NonNullable<UserPatch['name']> => ({
  ...('givenName' in name && { givenName: name.givenName }),
  ...('familyName' in name && { familyName: name.familyName }),
});

/** @throws AppError INVALID, SCIM_PATH */
export function groupPatchOf(operations: readonly Operation[]): GroupPatch {
  const patch: Omit<GroupPatch, 'members'> = {};
  const members = { replaces: false, added: new Set<string>(), removed: new Set<string>() };
  for (const change of operations.flatMap(changesOf)) {
    const given = change.op === 'remove' ? null : change.value;
    if (change.attribute === 'displayname') patch.displayName = given;
    if (change.attribute === 'externalid') patch.externalId = given;
    if (change.attribute === 'members') changeMembers(members, change);
  }
  return { ...patch, members };
}

/** A removal without a selection and a value removes all. */
function changeMembers(
  members: { replaces: boolean; added: Set<string>; removed: Set<string> },
  { op, selected, value }: Change,
): void {
  const isRemoval = op === 'remove';
  if (op === 'replace' || (isRemoval && selected === undefined && value === undefined)) {
    members.replaces = true;
    members.added.clear();
    members.removed.clear();
  }
  const named = selected === undefined ? idsOf(value, isRemoval) : [selected];
  for (const id of named) {
    members.added.delete(id);
    members.removed.delete(id);
    (isRemoval ? members.removed : members.added).add(id);
  }
}

/** @throws AppError INVALID */
function idsOf(value: unknown, mayBeAbsent: boolean): string[] {
  if (value === undefined && mayBeAbsent) return [];
  const given: unknown[] = Array.isArray(value) ? value : [value];
  return given.map((one) => {
    if (isObject(one) && typeof one.value === 'string') return one.value;
    throw invalid('members must be a list of objects with a value');
  });
}
