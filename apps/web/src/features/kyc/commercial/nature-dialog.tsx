import { CheckOutlined } from '@ant-design/icons';
import { industriesSource, searchIndustries } from '@tradepost/reference/industries';
import { Button, Flex, Input, Modal, Typography } from 'antd';
import { useDeferredValue, useRef, useState, type KeyboardEvent } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { referenceText } from '../../../i18n/reference-text';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './nature-dialog.module.css';

interface NatureDialogProps {
  open: boolean;
  chosen: string | undefined;
  onClose: () => void;
  onChoose: (nature: { code: string; description: string }) => void;
}

/** Categories (sections) and subcategories (divisions) of the industry classification, searched by code or words. */
export function NatureDialog({ open, onClose, ...list }: NatureDialogProps) {
  return (
    <Modal open={open} title={t('Nature of Business')} onCancel={onClose} footer={null} width={680} destroyOnHidden>
      <NatureList {...list} />
    </Modal>
  );
}

function NatureList({ chosen, onChoose }: Omit<NatureDialogProps, 'open' | 'onClose'>) {
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const sections = searchIndustries(useDeferredValue(query), referenceText);
  const count = sections.reduce((sum, { divisions }) => sum + divisions.length, 0);

  /** Arrow keys move between the search field and the list. */
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, [data-division]') ?? [])];
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  };

  return (
    <div ref={box} onKeyDown={move}>
      <Input.Search
        autoFocus
        allowClear
        placeholder={t('Search categories and subcategories')}
        aria-label={t('Search categories')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <Flex justify="space-between" gap={12} wrap className={`${layout.marginTop8} ${layout.small}`}>
        <Typography.Text type="secondary" className={layout.small}>
          {t('{name}, {version}. Source: {source}', {
            name: industriesSource.name,
            version: industriesSource.version,
            source: industriesSource.source,
          })}
        </Typography.Text>
        <Typography.Text type="secondary" role="status" className={`numbers ${layout.small}`}>
          {t('{count, plural, one {# subcategory} other {# subcategories}}', { count })}
        </Typography.Text>
      </Flex>
      <div className={styles.list}>
        {sections.length === 0 && <EmptyState title={t('No matching category')} text={t('Try another word.')} />}
        {sections.map((section) => (
          <section key={section.code} aria-label={referenceText(section.name)} className={layout.marginBottom12}>
            <Typography.Text type="secondary" strong className={styles.sectionHead}>
              {section.code} · {referenceText(section.name)}
            </Typography.Text>
            <Flex vertical>
              {section.divisions.map(({ code, name }) => (
                <Button
                  key={code}
                  type="text"
                  data-division
                  aria-pressed={code === chosen}
                  onClick={() => onChoose({ code, description: name })}
                  className={styles.division}
                >
                  <span className={`numbers ${styles.code}`}>{code}</span>
                  <span className={layout.grow}>{referenceText(name)}</span>
                  {code === chosen && <CheckOutlined aria-hidden />}
                </Button>
              ))}
            </Flex>
          </section>
        ))}
      </div>
    </div>
  );
}
