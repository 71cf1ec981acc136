import { FileTextOutlined, FolderOutlined, InboxOutlined, SearchOutlined, TeamOutlined } from '@ant-design/icons';
import { minSearch } from '@tradepost/contracts/values/search';
import { Button, Flex, Input, Modal, Typography, type InputRef } from 'antd';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { FileIcon } from '../../ui/file/file-icon';
import { splitAt, type Hit } from './hits';
import { forgetRecent, remember, useRecent } from './recent.store';
import { useSearch, type Group } from './use-search';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './search.module.css';

interface SearchDialogProps {
  text: string;
  onText: (text: string) => void;
  /** The field has the focus. */
  onFocus: () => void;
  onClose: () => void;
}

/** Searches folders, files, partners and requests; arrows choose a result, Enter opens it. */
export default function SearchDialog({ text, onText, onFocus, onClose }: SearchDialogProps) {
  const navigate = useNavigate();
  const { q, groups, isLoading, failed } = useSearch(text);
  const recent = useRecent();
  const [chosen, setChosen] = useState(0);
  const input = useRef<InputRef>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const isTyped = text.trim().length >= minSearch;
  const shown: Group[] = isTyped ? groups : recent.length > 0 ? [{ title: t('Opened last'), hits: recent }] : [];
  const hits = shown.flatMap((group) => group.hits);
  const active = Math.min(chosen, hits.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const opened = (hit: Hit) => {
    remember(hit);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setChosen((active + step + hits.length) % hits.length);
    }
    const hit = hits[active];
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !hit || (isTyped && isLoading)) return;
    event.preventDefault();
    opened(hit);
    void navigate(hit.to);
  };

  return (
    <Modal
      open
      title={t('Search')}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
      footer={null}
      width={640}
      classNames={{ body: styles.body as string }}
      className="tall-dialog"
    >
      <Input
        ref={input}
        allowClear
        type="search"
        size="large"
        maxLength={100}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('Search folders, files, partners and requests')}
        role="combobox"
        aria-label={t('Search folders, files, partners and requests')}
        aria-expanded={hits.length > 0}
        aria-controls={hits.length > 0 ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? `${id}-${active}` : undefined}
        value={text}
        onChange={({ target }) => {
          onText(target.value);
          setChosen(0);
        }}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="sr-only">
        {q && !isLoading ? t('{count, plural, one {# result} other {# results}}', { count: hits.length }) : ''}
      </span>
      <div ref={list} className={styles.results}>
        {hits.length > 0 && (
          <div role="listbox" id={id} aria-label={isTyped ? t('Results') : t('Opened last')}>
            {shown.map((group, at) => {
              const before = shown.slice(0, at).reduce((sum, one) => sum + one.hits.length, 0);
              return (
                <div key={group.title} role="group" aria-labelledby={`${id}-group-${at}`}>
                  <div id={`${id}-group-${at}`} className={styles.group}>
                    {group.title}
                  </div>
                  {group.hits.map((hit, n) => (
                    <Row
                      key={hit.to + hit.text}
                      id={`${id}-${before + n}`}
                      hit={hit}
                      q={q}
                      isActive={before + n === active}
                      onHover={() => setChosen(before + n)}
                      onOpen={() => opened(hit)}
                    />
                  ))}
                </div>
              );
            })}
          </div>
        )}
        {isTyped && isLoading && hits.length === 0 && <SkeletonList rows={3} />}
        {isTyped && !isLoading && hits.length === 0 && !failed && (
          <EmptyState
            title={t('Nothing found for “{text}”', { text: text.trim() })}
            text={t('Try a part of a name, or an email address.')}
          />
        )}
        {failed && hits.length === 0 && !isLoading && (
          <ErrorState title={t('The search failed')} error={failed.error} onRetry={failed.retry} />
        )}
        {failed && hits.length > 0 && (
          <Flex role="alert" gap={12} align="center" className={styles.failed}>
            <Typography.Text type="danger" className={layout.grow}>
              {t('{what} could not be searched: {message}', { what: failed.what, message: failed.error.message })}
            </Typography.Text>
            <Button size="small" onClick={failed.retry}>
              {t('Retry')}
            </Button>
          </Flex>
        )}
        {!isTyped && hits.length === 0 && (
          <EmptyState
            title={t('Search everything')}
            text={t('Type a part of a folder, file, company or email address.')}
          />
        )}
        {!isTyped && hits.length > 0 && (
          <Button type="link" size="small" className={styles.forget} onClick={forgetRecent}>
            {t('Clear this list')}
          </Button>
        )}
      </div>
    </Modal>
  );
}

const icons = {
  folder: FolderOutlined,
  file: FileTextOutlined,
  partner: TeamOutlined,
  request: InboxOutlined,
};

interface RowProps {
  id: string;
  hit: Hit;
  q: string;
  isActive: boolean;
  onHover: () => void;
  onOpen: () => void;
}

function Row({ id, hit, q, isActive, onHover, onOpen }: RowProps) {
  const Icon = icons[hit.kind];
  return (
    <Link
      id={id}
      to={hit.to}
      role="option"
      aria-label={`${hit.title}, ${hit.text}`}
      aria-selected={isActive}
      tabIndex={-1}
      className={isActive ? `${styles.hit} ${styles.active}` : styles.hit}
      onMouseMove={isActive ? undefined : onHover}
      onClick={onOpen}
    >
      {hit.mimeType === undefined ? (
        <Icon aria-hidden className={styles.icon} />
      ) : (
        <FileIcon mimetype={hit.mimeType} name={hit.title} size={18} />
      )}
      <span className={`${layout.grow} ${layout.shrinkable}`}>
        <span className={styles.title}>
          <Marked text={hit.title} q={q} />
        </span>
        <span className={styles.text}>
          <Marked text={hit.text} q={q} />
        </span>
      </span>
    </Link>
  );
}

function Marked({ text, q }: { text: string; q: string }) {
  const [before, match, after] = splitAt(text, q);
  return (
    <>
      {before}
      {match && <strong>{match}</strong>}
      {after}
    </>
  );
}
