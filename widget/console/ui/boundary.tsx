// Catches a page that fails to load or render. After a release, the files of the previous release
// no longer exist, and reloading the document loads the new files.
import { Component, type ReactNode } from 'react';
import { ErrorNote } from './note.tsx';

interface Props {
  children: ReactNode;
}

export class Boundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <ErrorNote error={error} onRetry={() => location.reload()} />;
  }
}
