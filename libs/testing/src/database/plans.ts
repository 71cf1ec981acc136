import { Client } from 'pg';
import { statementsOf, type LoggedStatement } from './statements';

/** A node of a plan as EXPLAIN writes it. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}

/** How PostgreSQL answers a command. */
export interface PlannedWork {
  /** Pages of 8 KiB that its statements read, from memory or disk, those that write excepted. */
  pages: number;
  /** Tables of which it reads every row, also with the plan for values that it does not know. */
  readWhole: string[];
}

/** Runs the command, and then asks for the plan of each of its statements; those that only read run once more. */
export async function plannedWorkOf(
  ownerUrl: string,
  schema: string,
  command: () => Promise<unknown>,
): Promise<PlannedWork> {
  const owner = new Client({ connectionString: ownerUrl, options: `-c search_path=${schema}` });
  await owner.connect();
  try {
    const work: PlannedWork = { pages: 0, readWhole: [] };
    for (const statement of await statementsOf(command)) {
      const plan = await planOf(owner, statement);
      work.pages += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      work.readWhole.push(...readWhole(plan), ...readWhole(await anyPlanOf(owner, statement)));
    }
    return { ...work, readWhole: [...new Set(work.readWhole)].sort() };
  } finally {
    await owner.end();
  }
}

async function planOf(owner: Client, { text, values }: LoggedStatement): Promise<Node> {
  const how = /\b(INSERT|UPDATE|DELETE) (INTO|FROM|\w+ (AS|SET))/.test(text) ? '' : 'ANALYZE, BUFFERS,';
  return rootOf((await owner.query(`EXPLAIN (${how} FORMAT JSON) ${text}`, values)).rows);
}

/** What PostgreSQL may choose for a statement with a name. */
async function anyPlanOf(owner: Client, { text }: LoggedStatement): Promise<Node> {
  return rootOf((await owner.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)).rows);
}

const rootOf = (rows: { 'QUERY PLAN': [{ Plan: Node }] }[]) => (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;

const readWhole = (node: Node): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
  ...(node.Plans ?? []).flatMap(readWhole),
];
