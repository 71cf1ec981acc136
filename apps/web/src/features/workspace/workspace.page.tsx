import { PageHeader } from '../../ui/page-header';

export default function WorkspacePage() {
  return <PageHeader title="Workspace" />;
}
