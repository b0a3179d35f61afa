import { Link } from "react-router";
import { BrandMark } from "../ui/brand-mark.tsx";

export function EmptyGallery() {
  return (
    <div className="empty">
      <BrandMark className="mark" />
      <h2>No transformations yet</h2>
      <p className="muted">Everything you make is kept here, newest first.</p>
      <Link className="btn btn-primary btn-lg" to="/dashboard">
        Start Transforming
      </Link>
    </div>
  );
}
