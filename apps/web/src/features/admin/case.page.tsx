import { FileSearchOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@tradepost/client/api/api-error';
import type { KycCaseDetail } from '@tradepost/contracts/kyc';
import { Button, Card, Flex } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { ErrorState } from '../../ui/feedback/error-state';
import { Outcome } from '../../ui/feedback/outcome';
import { BackLink } from '../../ui/layout/back-link';
import { LinkButton } from '../../ui/layout/link-button';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { StatusTag } from '../../ui/feedback/status-tag';
import { TimeText } from '../../ui/feedback/time-text';
import { caseQuery } from './api';
import { CaseAnswers } from './case-answers';
import { CaseClaim } from './case-claim';
import { CaseDecision } from './case-decision';
import { CaseDocuments } from './case-documents';
import { CaseHistory } from './case-history';
import { CaseKeysDialog } from './case-keys';
import { kycTones } from '../../ui/feedback/kyc-tones';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import { useIsAtLeast } from '../../ui/screen/use-is-at-least';
import layout from '../../ui/layout/layout.module.css';
import styles from './case.module.css';

/** One registration under review: the answers and the documents side by side. */
export default function CasePage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(caseQuery(id));
  return (
    <>
      <BackLink to="/admin">{t('Review queue')}</BackLink>
      {data ? (
        <Case key={id} found={data} />
      ) : (
        <Card>{error ? <CaseError error={error} onRetry={refetch} /> : <SkeletonList rows={8} />}</Card>
      )}
    </>
  );
}

function CaseError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND')
    return <ErrorState isPage error={error} onRetry={onRetry} />;
  return (
    <Outcome
      isPage
      icon={<FileSearchOutlined aria-hidden />}
      title={t('This registration does not exist')}
      text={t('Its company was deleted, or the address is mistyped.')}
      action={<LinkButton to="/admin">{t('Open the review queue')}</LinkButton>}
    />
  );
}

function Case({ found }: { found: KycCaseDetail }) {
  const [keysShown, setKeysShown] = useState(false);
  const isWide = useIsAtLeast('md');
  const { companyName, email, status, submittedAt, reverifyAt } = found;
  return (
    <>
      <PageHeader
        title={companyName || email}
        subtitle={
          <Flex gap="4px 16px" wrap align="center">
            <StatusTag tone={kycTones[status] ?? 'grey'} text={status} />
            <span className={layout.breakWords}>{email}</span>
            {submittedAt && (
              <span>
                <Rich text={'submitted <0/>'} parts={[<TimeText iso={submittedAt} />]} />
              </span>
            )}
            {reverifyAt && status === 'Approved' && (
              <span>
                <Rich text={'next review due <0/>'} parts={[<TimeText iso={reverifyAt} />]} />
              </span>
            )}
          </Flex>
        }
        actions={
          // a phone has no keyboard
          isWide && (
            <Button icon={<QuestionCircleOutlined aria-hidden />} onClick={() => setKeysShown(true)}>
              {t('Review shortcuts')}
            </Button>
          )
        }
      />
      <Flex vertical gap={16}>
        <CaseClaim found={found} />
        <div className={styles.columns}>
          <CaseAnswers found={found} />
          <CaseDocuments found={found} />
        </div>
        <CaseHistory found={found} />
        {status === 'Processing' && <CaseDecision found={found} />}
      </Flex>
      <CaseKeysDialog open={keysShown} onClose={() => setKeysShown(false)} />
    </>
  );
}
