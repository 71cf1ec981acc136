import { useQuery } from '@tanstack/react-query';
import type { Member } from '@tradepost/contracts/identity';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { Alert, Button, Flex, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { t } from '../../../i18n/t';
import { ErrorState } from '../../../ui/feedback/error-state';
import { nameOf } from '../../../ui/feedback/role-names';
import { CompareNumber } from '../../../ui/keys/compare-number';
import { memberKeyQuery } from '../../../vault/company/member-key';
import { errorMessage } from '../../../vault/texts';

interface CompareMemberProps {
  member: Member;
  number: number;
  count: number;
  onCompared: (key: VerifiedPersonKey) => void;
  onBack: () => void;
}

/** The owner compares the number of a member who gets a share. */
export function CompareMember({ member, number, count, onCompared, onBack }: CompareMemberProps) {
  const { data: key, error, refetch } = useQuery(memberKeyQuery(member));
  const [compared, setCompared] = useState<VerifiedPersonKey>();
  const name = nameOf(member);
  return (
    <Flex vertical gap={16}>
      <Typography.Text strong role="status">
        {t('Member {number} of {count}: compare the security number of {email}', {
          number,
          count,
          email: key?.address ?? member.email,
        })}
      </Typography.Text>
      {error ? (
        <ErrorState error={new Error(errorMessage(error))} onRetry={refetch} />
      ) : key === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : key === null ? (
        <Alert
          type="info"
          showIcon
          title={t(
            'This member has no key yet. They make it under Settings › Encryption, with “Show your security number”.',
          )}
        />
      ) : (
        <CompareNumber
          digits={fingerprint(key)}
          label={t('Fingerprint of {name} to compare', { name })}
          where={t(
            'They open Settings › Encryption in your company, choose “Show your security number” and read it to you.',
          )}
          isCompared={compared === key}
          onCompared={(is) => setCompared(is ? key : undefined)}
        />
      )}
      <Button
        type="primary"
        size="large"
        block
        disabled={!key || compared !== key}
        onClick={() => key && onCompared(key)}
      >
        {t('Continue')}
      </Button>
      <Button type="text" block onClick={onBack}>
        {t('Choose other members')}
      </Button>
    </Flex>
  );
}
