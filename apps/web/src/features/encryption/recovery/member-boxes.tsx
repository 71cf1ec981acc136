import { useQuery } from '@tanstack/react-query';
import { mostShares } from '@tradepost/contracts/encryption/recovery';
import type { Member } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import { Checkbox, Flex, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { membersQuery } from '../../../api/members/queries';
import { t } from '../../../i18n/t';
import { nameOf, namesOf } from '../../../ui/feedback/role-names';
import { SearchBox } from '../../../ui/form/search-box';
import layout from '../../../ui/layout/layout.module.css';
import { QueryResult } from '../../../ui/list/query-result';
import styles from './recovery.module.css';

const withoutKey = t(
  'This member has no key yet. They make it under Settings › Encryption, with “Show your security number”.',
);
const withoutPassword = t('This member signs in with the company only and cannot hold a share.');

interface MemberBoxesProps {
  chosen: readonly Member[];
  onChoose: (member: Member, isChecked: boolean) => void;
}

/** Members with a box for each: all of them, or, where they are more than a page, those that one searches for, after those that are chosen. */
export function MemberBoxes({ chosen, onChoose }: MemberBoxesProps) {
  const [q, setQ] = useState('');
  const query = useQuery({ ...membersQuery(q ? { q } : {}), staleTime: 0 });
  return (
    <QueryResult query={query} placeholder={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
      {({ items, next }) => {
        const isLong = next !== null || q !== '';
        const first = isLong ? chosen : [];
        const others = items.filter((member) => !isOwner(member) && first.every(({ id }) => id !== member.id));
        return (
          <Flex vertical gap={8}>
            {isLong && (
              <SearchBox
                placeholder={t('Search names and addresses')}
                label={t('Search members')}
                value={q}
                onSearch={(text) => setQ(text.trim())}
              />
            )}
            {[...first, ...others].map((member) => {
              const isChosen = chosen.some(({ id }) => id === member.id);
              return (
                <div key={member.id}>
                  <Checkbox
                    checked={isChosen}
                    disabled={!member.canHoldShare || (chosen.length >= mostShares && !isChosen)}
                    onChange={({ target }) => onChoose(member, target.checked)}
                  >
                    <span className={layout.breakWords}>
                      {nameOf(member)} · {member.email} · {namesOf(member.roles)}
                    </span>
                  </Checkbox>
                  {!member.canHoldShare && (
                    <Typography.Text type="secondary" className={`${layout.block} ${styles.noKey}`}>
                      {member.hasPersonKey ? withoutPassword : withoutKey}
                    </Typography.Text>
                  )}
                </div>
              );
            })}
            {others.length === 0 && <Typography.Text type="secondary">{t('No matching people')}</Typography.Text>}
            {next !== null && (
              <Typography.Text type="secondary">{t('Type a name to find more people')}</Typography.Text>
            )}
          </Flex>
        );
      }}
    </QueryResult>
  );
}
