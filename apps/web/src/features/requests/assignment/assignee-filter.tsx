import { Choice } from '../../../ui/form/choice';
import { usePeople } from '../../../ui/person/people';
import { useColleagues } from './people';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

/** The choices of the filter, with the texts of its chip. */
function useChoices() {
  const colleagues = useColleagues();
  return [
    { value: '', label: t('All people') },
    { value: 'me', label: t('Assigned to me') },
    { value: 'none', label: t('Assigned to nobody') },
    ...colleagues.map((person) => ({
      value: person.id,
      label: t('Assigned to {name}', { name: person.name }),
    })),
  ];
}

/** The text of the chosen filter; empty without one. */
export function useAssigneeFilterText(value: string): string {
  const choices = useChoices();
  if (value === '') return '';
  return choices.find((choice) => choice.value === value)?.label ?? t('Assigned to another person');
}

/** Filters the list by who takes care of requests; nothing while the company has one person only. */
export function AssigneeFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const choices = useChoices();
  const isTeam = (usePeople()?.length ?? 0) > 1;
  if (!isTeam) return null;
  return (
    <Choice
      aria-label={t('Assigned to')}
      value={value}
      options={choices}
      onChange={onChange}
      className={layout.filterSelect}
    />
  );
}
