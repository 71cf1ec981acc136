import type { RoleMapping } from '@tradepost/contracts/identity';
import { providedRoles, type ProvidedRole } from '@tradepost/contracts/roles';

/** Of people without another role: it opens no file and changes nothing. */
export const leastRole: ProvidedRole = 'auditor';

/** The role that the name of a group stands for: by the mapping of single sign-on, or a role of members. Never the owner's or a co-owner's. */
export const roleOfGroup = (name: string, mapping: readonly RoleMapping[]): ProvidedRole | null =>
  mapping.find(({ value }) => value === name)?.role ??
  providedRoles.find((role) => role === name.toLowerCase()) ??
  null;
