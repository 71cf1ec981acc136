import type { RoleMapping } from '@tradepost/contracts/identity';
import { memberRoles, type MemberRole } from '@tradepost/contracts/roles';

/** Of people without another role: it opens no file and changes nothing. */
export const leastRole: MemberRole = 'auditor';

/** The role that the name of a group stands for: by the mapping of single sign-on, or a role of members. Never the owner's. */
export const roleOfGroup = (name: string, mapping: readonly RoleMapping[]): MemberRole | null =>
  mapping.find(({ value }) => value === name)?.role ?? memberRoles.find((role) => role === name.toLowerCase()) ?? null;
