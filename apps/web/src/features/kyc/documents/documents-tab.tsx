import type { DocumentDecision, KycDocument, KycDocumentId } from '@tradepost/contracts/kyc';
import { Flex, Typography } from 'antd';
import { useState } from 'react';
import { useToast } from '../../../ui/notice/use-toast';
import { useClearDocument } from '../api';
import { DocumentCard } from './document-card';
import { DocumentPreview, type Shown } from './document-preview';
import type { SendingDocuments } from './use-documents';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './documents-tab.module.css';

interface DocumentsTabProps {
  documents: KycDocument[];
  rejected: DocumentDecision[];
  sending: SendingDocuments;
  onChoose: (id: KycDocumentId, file: File) => void;
  locked: boolean;
}

export function DocumentsTab({ documents, rejected, sending, onChoose, locked }: DocumentsTabProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const clear = useClearDocument();
  const toast = useToast();
  const uploaded = documents.filter(({ filename }) => filename).length;
  return (
    <>
      <Flex justify="space-between" gap={16} wrap className={layout.marginBottom16}>
        <Typography.Text type="secondary" className={styles.intro}>
          {t(
            'Upload what you have and add the rest later; all nine are needed before approval. PDF, images (JPG, PNG, GIF), Excel, CSV, Word or PowerPoint, at most 25 MB each.',
          )}
        </Typography.Text>
        <Typography.Text className="numbers" strong>
          {t('{uploaded} of {count} uploaded', { uploaded, count: documents.length })}
        </Typography.Text>
      </Flex>
      <div className={styles.cards}>
        {documents.map((document) => (
          <DocumentCard
            key={document.id}
            document={{ ...document, name: t(document.name) }}
            rejection={rejected.find(({ id }) => id === document.id)?.reason}
            sending={sending[document.id]}
            clearing={clear.isPending && clear.variables === document.id}
            locked={locked}
            onChoose={(file) => onChoose(document.id, file)}
            onClear={() => {
              const onItsWay = sending[document.id];
              if (onItsWay) onItsWay.cancel();
              else
                clear.mutate(document.id, {
                  onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
                });
            }}
            onPreview={({ id, filename, uploadedAt }) =>
              setShown({ title: t(document.name), uploadId: id, filename, uploadedAt })
            }
          />
        ))}
      </div>
      <DocumentPreview shown={shown} onClose={() => setShown(null)} />
    </>
  );
}
