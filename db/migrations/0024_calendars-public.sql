-- Pages in memory show free times, which what a calendar says takes away.
CREATE CONSTRAINT TRIGGER calendar_sources_public AFTER INSERT OR DELETE OR UPDATE OF read_at, is_read ON calendar_sources DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_public_revision();
