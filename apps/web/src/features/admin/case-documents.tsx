import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import type { DocumentDecision, DocumentFault, KycCaseDetail, KycDocument } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { Button, Card, Flex, Typography } from 'antd';
import { useState } from 'react';
import { send } from '../../api/send';
import { useUser } from '../../session/auth.store';
import { useToast } from '../../ui/notice/use-toast';
import { useCaseWork } from './api';
import { useCaseKeys } from './case-keys';
import { DocumentViewer } from './document-viewer';
import { RejectDocumentDialog } from './reject-document-dialog';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './case-documents.module.css';

export interface Check {
  document: KycDocument;
  decision: 'approve' | 'reject';
  fault?: DocumentFault;
  reason?: string;
}

/** The nine documents, one of them open, and the finding of each. */
export function CaseDocuments({ found }: { found: KycCaseDetail }) {
  const { email } = useUser();
  const toast = useToast();
  const { documents } = found.data.documents;
  const [at, setAt] = useState(0);
  const [rejecting, setRejecting] = useState(false);
  const check = useCaseWork(found.id, ({ document, decision, fault, reason }: Check) =>
    send(routes.checkKycDocument, {
      caseId: found.id,
      id: document.id,
      uploadId: document.uploadId ?? '',
      decision,
      ...(fault && { fault }),
      ...(reason && { reason }),
    }),
  );
  const shown = documents[at] as KycDocument;
  const decisions = new Map(found.documents.map((decision) => [decision.uploadId, decision]));
  const decision = shown.uploadId ? decisions.get(shown.uploadId) : undefined;
  const mayWork =
    found.status === 'Processing' && (found.claimedBy === null || found.claimedBy === email) && shown.uploadId !== null;

  const within = (index: number) => Math.min(Math.max(index, 0), documents.length - 1);
  const go = (by: number) => setAt((index) => within(index + by));
  const decide = (given: Check) =>
    check.mutateAsync(given).then(
      () => {
        setRejecting(false);
        // unless another one was opened before the answer came
        if (given.decision === 'approve') setAt((index) => (index === at ? within(at + 1) : index));
      },
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  const approve = () => mayWork && void decide({ document: shown, decision: 'approve' });
  const reject = () => mayWork && setRejecting(true);
  useCaseKeys({ j: () => go(1), k: () => go(-1), a: approve, r: reject });

  return (
    <Card
      title={t('Documents ({count} of {count2} approved)', {
        count: found.documents.filter(({ decision: is }) => is === 'approve').length,
        count2: documents.length,
      })}
      size="small"
      className={`${styles.documents} ${layout.shrinkable}`}
    >
      <div role="listbox" aria-label={t('Documents')} className={styles.list}>
        {documents.map((document, index) => (
          <button
            key={document.id}
            type="button"
            role="option"
            aria-selected={index === at}
            onClick={() => setAt(index)}
          >
            <State document={document} decision={document.uploadId ? decisions.get(document.uploadId) : undefined} />{' '}
            {t(document.name)}
          </button>
        ))}
      </div>
      <Flex vertical gap={12} className={layout.marginTop16}>
        <Flex justify="space-between" align="center" gap={12} wrap>
          <Typography.Title level={2} className={styles.title}>
            {t(shown.name)}
          </Typography.Title>
          {mayWork && (
            <Flex gap={8}>
              <Button
                // first the case is claimed
                type={decision?.decision === 'approve' || found.claimedBy === null ? 'default' : 'primary'}
                loading={check.isPending && !rejecting}
                disabled={decision?.decision === 'approve'}
                onClick={approve}
              >
                {decision?.decision === 'approve' ? t('Approved') : t('Approve document')}
              </Button>
              <Button danger onClick={reject}>
                {t('Reject document')}
              </Button>
            </Flex>
          )}
        </Flex>
        {decision?.decision === 'reject' && (
          <Typography.Text type="danger">
            <CloseCircleFilled aria-hidden /> {decision.reason}
          </Typography.Text>
        )}
        <DocumentViewer key={shown.uploadId ?? shown.id} document={shown} />
      </Flex>
      {rejecting && (
        <RejectDocumentDialog
          document={shown}
          isPending={check.isPending}
          onReject={(fault) => decide({ document: shown, decision: 'reject', ...fault })}
          onClose={() => setRejecting(false)}
        />
      )}
    </Card>
  );
}

/** The finding of a document as an icon with a label. */
function State({ document, decision }: { document: KycDocument; decision: DocumentDecision | undefined }) {
  if (!document.uploadId) return <MinusCircleOutlined aria-label={t('Missing:')} className={styles.none} />;
  if (!decision) return <ClockCircleOutlined aria-label={t('Not checked:')} className={styles.open} />;
  return decision.decision === 'approve' ? (
    <CheckCircleFilled aria-label={t('Approved:')} className={styles.good} />
  ) : (
    <CloseCircleFilled aria-label={t('Rejected:')} className={styles.bad} />
  );
}
