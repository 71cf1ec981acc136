import { maxMembersAtOnce } from '@tradepost/contracts/identity';
import { memberRoles, type MemberRole } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { isNewAddress } from '@tradepost/contracts/values/fields';
import Papa from 'papaparse';

/** People in one list. */
export const maxListedMembers = 200;

/** Why a line of the list cannot be used. */
export type MemberLineProblem = 'no-address' | 'formula' | 'invalid' | 'repeated' | 'unknown-role' | 'role-not-allowed';

export interface MemberLine {
  /** Of the list, from 1; a header counts. */
  line: number;
  /** As it is in the list, also if it is no address. */
  email: string;
  roles: MemberRole[];
  problem: MemberLineProblem | null;
  /** The word that is no role, or the role that the person may not give. */
  role?: string;
}

interface RoleRules {
  /** For lines without roles. */
  roles: readonly MemberRole[];
  /** That the person may give. */
  allowed: readonly MemberRole[];
}

const delimiters = /[\t;,]/;
const addressHeader = /^(e-?mail|mail)([ _-]?address(es)?)?$|^address(es)?$/i;
const roleHeader = /^roles?$/i;
const isRole = (word: string): word is MemberRole => (memberRoles as readonly string[]).includes(word);

/** Also spaces that do not break, and characters without a width, which spreadsheets and web pages leave in cells. */
const bare = (cell: string) => cell.replace(/[\u200b-\u200d\u2060\ufeff]/g, '').trim();

/** Reads a pasted list or a CSV: an address for each line and, after it or in the column `roles`, roles. Empty lines are left out. */
export function readMemberList(text: string, rules: RoleRules): MemberLine[] {
  const seen = new Set<string>();
  const { rows, address, role } = tableOf(text);
  return rows.flatMap(({ line, cells }) => {
    if (cells.every((cell) => cell === '')) return [];
    const at =
      address ??
      Math.max(
        0,
        cells.findIndex((cell) => cell.includes('@')),
      );
    const words =
      role === undefined && address !== undefined
        ? []
        : role === undefined
          ? cells.toSpliced(at, 1)
          : [cells[role] ?? ''];
    const read = lineOf(cells[at] ?? '', words, rules);
    const key = addressKey(read.email);
    if (read.problem === null && seen.has(key)) return [{ line, ...read, problem: 'repeated' as const }];
    seen.add(key);
    return [{ line, ...read }];
  });
}

/** The calls that invite the people of lines without a problem. */
export function invitationsOf(lines: MemberLine[]): { emails: string[]; roles: MemberRole[] }[] {
  const byRoles = new Map<string, { emails: string[]; roles: MemberRole[] }>();
  for (const { email, roles } of lines.filter(({ problem }) => problem === null)) {
    const known = byRoles.get(roles.join());
    if (known) known.emails.push(email);
    else byRoles.set(roles.join(), { emails: [email], roles });
  }
  return [...byRoles.values()].flatMap(({ emails, roles }) =>
    Array.from({ length: Math.ceil(emails.length / maxMembersAtOnce) }, (_, n) => ({
      emails: emails.slice(n * maxMembersAtOnce, (n + 1) * maxMembersAtOnce),
      roles,
    })),
  );
}

interface Table {
  rows: { line: number; cells: string[] }[];
  /** Columns that a header names. */
  address?: number;
  role?: number;
}

function tableOf(text: string): Table {
  // Excel's own line, which names the delimiter
  const [, named, rest = text] = /^\ufeff?sep=(.)\r?\n([^]*)$/i.exec(text) ?? [];
  const first = rest.split(/\r\n|\r|\n/).find((line) => line.trim() !== '') ?? '';
  // the address comes first, so that a delimiter between roles comes later
  const [delimiter = ','] = delimiters.exec(first.replace(/"[^"]*"/g, '')) ?? [];
  const parsed = Papa.parse<string[]>(rest.replace(/^\ufeff/, ''), { delimiter: named ?? delimiter });
  const skipped = named === undefined ? 0 : 1;
  const rows = parsed.data.map((cells, n) => ({ line: n + 1 + skipped, cells: cells.map(bare) }));
  const header = rows.findIndex(({ cells }) => cells.some((cell) => cell !== ''));
  const { cells = [] } = rows[header] ?? {};
  const address = cells.findIndex((cell) => addressHeader.test(cell));
  if (address === -1 || cells.some((cell) => cell.includes('@'))) return { rows };
  const role = cells.findIndex((cell) => roleHeader.test(cell));
  return { rows: rows.slice(header + 1), address, ...(role !== -1 && { role }) };
}

function lineOf(cell: string, roleCells: string[], { roles, allowed }: RoleRules): Omit<MemberLine, 'line'> {
  const email = /<([^<>]+)>$/.exec(cell)?.[1]?.trim() ?? cell;
  const words = roleCells.flatMap((one) => one.toLowerCase().split(/[\s,;|/+&]+/)).filter((word) => word !== '');
  const named = memberRoles.filter((role) => words.includes(role));
  const line = { email, roles: words.length === 0 ? [...roles] : named };
  if (email === '') return { ...line, problem: 'no-address' };
  // a spreadsheet would run it when this person opens a list of members
  if (/^[=+\-@]/.test(email)) return { ...line, problem: 'formula' };
  if (!isNewAddress(email)) return { ...line, problem: email.includes('@') ? 'invalid' : 'no-address' };
  const unknown = words.find((word) => !isRole(word));
  if (unknown !== undefined) return { ...line, problem: 'unknown-role', role: unknown };
  const refused = line.roles.find((role) => !allowed.includes(role));
  if (refused !== undefined) return { ...line, problem: 'role-not-allowed', role: refused };
  return { ...line, problem: null };
}
