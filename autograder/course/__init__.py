"""An nbgrader course made of these notebooks: its configuration, its folder, grading a class."""
