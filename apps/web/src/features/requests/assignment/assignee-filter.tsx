import { shownName, useMember, useTeamSize } from '../../../ui/person/people';
import { PersonChoice } from '../../../ui/person/person-choice';
import { permissionToBeAssigned } from '@tradepost/contracts/requests';
import { useUser } from '../../../session/auth.store';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

const fixed = [
  { value: '', label: t('All people') },
  { value: 'me', label: t('Assigned to me') },
  { value: 'none', label: t('Assigned to nobody') },
];
const labelOf = (name: string) => t('Assigned to {name}', { name });

/** The text of the chosen filter; empty without one. */
export function useAssigneeFilterText(value: string): string {
  const known = fixed.find((choice) => choice.value === value);
  const person = useMember(known ? undefined : value);
  if (value === '') return '';
  return known?.label ?? (person ? labelOf(shownName(person)) : t('Assigned to another person'));
}

/** Filters the list by who takes care of requests; nothing while the company has one person only. */
export function AssigneeFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { id } = useUser();
  const isTeam = (useTeamSize() ?? 0) > 1;
  if (!isTeam) return null;
  return (
    <PersonChoice
      aria-label={t('Assigned to')}
      may={permissionToBeAssigned({ needsApprovals: true })}
      except={id}
      fixed={fixed}
      labelOf={labelOf}
      value={value}
      onChange={onChange}
      className={layout.filterSelect}
    />
  );
}
