import { useQuery } from '@tanstack/react-query';
import type { Member } from '@tradepost/contracts/identity';
import { mailbox } from '@tradepost/contracts/values/address';
import { Select, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { membersQuery } from '../../api/members/queries';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';
import { shownName, useMember } from './people';
import { personOptions, type PersonChoiceProps } from './person-options';
import styles from './person-search.module.css';

const pauseMs = 250;

/** People of the same name differ in their address. */
const FoundPerson = ({ person }: { person: Member }) => (
  <>
    {shownName(person)}
    <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
      {mailbox(person.email)}
    </Typography.Text>
  </>
);

/** Chooses one of very many people: the server searches while one types. */
export function PersonSearch({ may, except, labelOf, fixed, value, onChange, ...props }: PersonChoiceProps) {
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching } = useQuery(membersQuery({ may, ...(q && { q }) }));
  const isPerson = value !== '' && fixed.every((one) => one.value !== value);
  const chosen = useMember(isPerson ? value : undefined);
  const shown = { except, labelOf };
  const found = personOptions(data?.items ?? [], shown);
  const isFound = found.some((one) => one.value === value);
  const hasLabel = isPerson ? Boolean(chosen) || isFound : fixed.some((one) => one.value === value);
  const options: { value: string; label: string; person?: Member }[] = [
    ...(typed ? [] : [...fixed, ...(chosen && !isFound ? personOptions([chosen], shown) : [])]),
    ...found,
  ];
  return (
    <Select
      {...props}
      value={hasLabel ? value : undefined}
      placeholder={t('Choose a person')}
      options={options}
      loading={isFetching}
      popupMatchSelectWidth={false}
      classNames={{ popup: { root: styles.popup } }}
      optionRender={({ data: { label, person } }) => (person ? <FoundPerson person={person} /> : label)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      popupRender={(menu) => (
        <>
          {menu}
          {data?.next && (
            <Typography.Text type="secondary" className={`${layout.small} ${styles.hint}`}>
              {t('Type a name to find more people')}
            </Typography.Text>
          )}
        </>
      )}
      notFoundContent={t('No matching people')}
      onChange={(next) => {
        setTyped('');
        onChange(next);
      }}
    />
  );
}
