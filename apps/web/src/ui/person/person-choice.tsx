import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../../api/members/queries';
import { Choice } from '../form/choice';
import { onDemand } from '../layout/on-demand';
import { personOptions, type PersonChoiceProps } from './person-options';

const PersonSearch = onDemand(async () => (await import('./person-search')).PersonSearch);

/** Chooses a person of the company: from a list of all, or, where they are more than a page, by a search on the server. */
export function PersonChoice({ may, except, labelOf, fixed, ...props }: PersonChoiceProps) {
  const { data } = useQuery(membersQuery({ may }));
  if (!data) return null;
  if (data.next) return <PersonSearch {...{ may, except, labelOf, fixed }} {...props} />;
  return <Choice {...props} options={[...fixed, ...personOptions(data.items, { except, labelOf })]} />;
}
