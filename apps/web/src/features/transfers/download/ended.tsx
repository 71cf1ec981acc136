import { useQuery } from '@tanstack/react-query';
import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../../i18n/t';
import { receivedTransferQuery } from '../list/lists.api';
import { renewalText } from '../renewal-text';
import { Denied, Verifying } from './refusal';
import styles from './download.module.css';

interface EndedProps {
  id: string;
  reason: string;
  nextStep: ReactNode;
}

/** A transfer that has ended: since when, who can make it available again, and where its request and its folder are. */
export function Ended({ id, reason, nextStep }: EndedProps) {
  const { data, isPending } = useQuery(receivedTransferQuery(id));
  if (isPending) return <Verifying />;
  // people of the sender's company can open the link too, and the transfer is in no list of received ones
  const transfer = data?.items[0];
  if (!transfer) return <Denied reason={reason} nextStep={nextStep} />;
  const { requestId, companyName } = transfer;
  return (
    <Denied
      reason={
        <>
          {reason}
          <p className={styles.ended}>{renewalText(transfer)}</p>
        </>
      }
      nextStep={
        <Flex vertical gap={16} align="center">
          {nextStep}
          <Flex gap="8px 24px" wrap justify="center">
            <Link to={`/requests/${requestId}`}>{t('View request')}</Link>
            <Link to={`/share-folders?${new URLSearchParams({ company: companyName })}`}>
              {t('Folders of {companyName}', { companyName })}
            </Link>
          </Flex>
        </Flex>
      }
    />
  );
}
