import type { Member } from '@tradepost/contracts/identity';
import type { Permission } from '@tradepost/contracts/roles';
import { shownName } from './people';

export interface PersonChoiceProps {
  'aria-label': string;
  /** What people to choose from may do. */
  may: Permission;
  /** The id of a person who cannot be chosen. */
  except?: string;
  /** What can be chosen in place of a person. */
  fixed: readonly { value: string; label: string }[];
  labelOf?: (name: string) => string;
  /** The id of a person, or one of `fixed`. */
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}

const ownName = (name: string) => name;

/** People as options of a choice, by name. */
export const personOptions = (
  people: readonly Member[],
  { except, labelOf = ownName }: Pick<PersonChoiceProps, 'except' | 'labelOf'>,
) =>
  people
    .filter(({ id }) => id !== except)
    .map((person) => ({ value: person.id, label: labelOf(shownName(person)), person }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
