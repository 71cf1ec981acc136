import { Button, Descriptions, Flex, Modal } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../../i18n/t';

interface CardDetailsProps {
  facts: { key: string; title: string; shown: ReactNode }[];
  /** The buttons of the row. */
  actions: ReactNode;
  onClose: () => void;
}

/** All that a table shows of a row, for a card, which has no room for it. */
export function CardDetails({ facts, actions, onClose }: CardDetailsProps) {
  return (
    <Modal
      open
      title={t('Details')}
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="end" align="center" wrap>
          <Button onClick={onClose}>{t('Close')}</Button>
          {actions}
        </Flex>
      }
    >
      <Descriptions
        column={1}
        size="small"
        items={facts.map(({ key, title, shown }) => ({ key, label: title, children: shown }))}
      />
    </Modal>
  );
}
