"""Reports as files and pages, all made from the one document that a selector gives."""
