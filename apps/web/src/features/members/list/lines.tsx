import type { MemberLine } from '@tradepost/client/members/member-list';
import { StatusTag, type Tone } from '../../../ui/feedback/status-tag';
import { DataTable } from '../../../ui/list/data-table';
import type { Column } from '../../../ui/list/data-table-props';
import { t } from '../../../i18n/t';
import { namesOf } from '../../../ui/feedback/role-names';
import styles from './lines.module.css';
import type { LineResults } from './use-invite-lines';

interface LinesProps {
  lines: MemberLine[];
  results: LineResults | undefined;
}

/** The lines of the list, with what is wrong with them or what came of them. */
export function Lines({ lines, results }: LinesProps) {
  return (
    <div className={styles.lines}>
      <DataTable
        label={t('People in the list')}
        columns={columnsOf(results)}
        rows={lines}
        keyOf={({ line }) => String(line)}
        nameOf={({ email }) => email}
        empty={null}
      />
    </div>
  );
}

const columnsOf = (results: LineResults | undefined): Column<MemberLine>[] => [
  {
    key: 'email',
    title: t('Email'),
    render: ({ line, email }) => <div className="wrap-cell">{email || t('Line {line}', { line })}</div>,
  },
  { key: 'role', title: t('Role'), render: ({ roles, problem }) => (problem ? '–' : namesOf(roles)) },
  {
    key: 'state',
    title: t('Status'),
    render: (line) => {
      const { tone, text } = stateOf(line, results);
      return (
        <div className="wrap-cell">
          <StatusTag tone={tone} text={text} />
        </div>
      );
    },
  },
];

function stateOf(line: MemberLine, results: LineResults | undefined): { tone: Tone; text: string } {
  if (line.problem !== null) return { tone: 'red', text: problemOf(line) };
  return results?.get(line.email) ?? { tone: 'grey', text: t('Ready to invite') };
}

function problemOf({ line, problem, role = '' }: MemberLine): string {
  if (problem === 'no-address') return t('No address in line {line}', { line });
  if (problem === 'invalid') return t('Not a valid address in line {line}', { line });
  if (problem === 'formula') return t('A formula instead of an address in line {line}', { line });
  if (problem === 'repeated') return t('Again in line {line}', { line });
  if (problem === 'unknown-role') return t('{role} is not a role (line {line})', { role, line });
  return t('You cannot give the role {role} (line {line})', { role, line });
}
