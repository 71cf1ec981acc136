import { QuestionCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { KycCaseDetail } from '@tradepost/contracts/kyc';
import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { ErrorState } from '../../ui/feedback/error-state';
import { BackLink } from '../../ui/layout/back-link';
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
import { caseTones } from './parts';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './case.module.css';

/** One registration under review: the answers and the documents side by side. */
export default function CasePage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(caseQuery(id));
  if (error && !data) return <ErrorState isPage error={error} onRetry={refetch} />;
  if (!data) return <SkeletonList rows={8} />;
  return <Case key={id} found={data} />;
}

function Case({ found }: { found: KycCaseDetail }) {
  const [keysShown, setKeysShown] = useState(false);
  const { companyName, email, status, submittedAt, reverifyAt } = found;
  return (
    <>
      <BackLink to="/admin">{t('Review queue')}</BackLink>
      <PageHeader
        title={companyName || email}
        subtitle={
          <Flex gap="4px 16px" wrap align="center">
            <StatusTag tone={caseTones[status] ?? 'grey'} text={status} />
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
          <Button icon={<QuestionCircleOutlined aria-hidden />} onClick={() => setKeysShown(true)}>
            {t('Review shortcuts')}
          </Button>
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
